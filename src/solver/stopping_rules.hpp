#pragma once
// Stopping rules: when the linear systems of a stage are solved accurately enough (forcing terms of inexact Newton
// methods), and when an iteration changes velocities by little enough (docs/theory/implicit-euler.md, "When it stops").

#include <tulle/description.hpp>

#include <algorithm>

namespace tulle {

// Forcing terms: the residual of a linear solve, relative to the present nonlinear residual. Quasi-Newton directions
// are not worth more digits than `quasi_newton_forcing` gives. Newton directions are worth more digits the faster the
// residual falls (Eisenstat and Walker 1996, choice 2).
inline constexpr double quasi_newton_forcing = 0.05;
inline constexpr double loosest_forcing = 0.05;
inline constexpr double tightest_forcing = 1e-3;

[[nodiscard]] inline double newton_forcing(int iteration, double size, double size_before)
{
    if (iteration == 0) return loosest_forcing;
    const double fall = size / size_before;
    return std::clamp(0.9 * fall * fall, tightest_forcing, loosest_forcing);
}

// Forcing term of iterations that predict loads. A prediction is only as accurate as its direction, so all digits are
// needed from the first iteration on (docs/theory/fabric.md).
inline constexpr double predicted_forcing = tightest_forcing;
// Error of a direction, relative to its size, in the norm of the matrix, if the velocity tolerance decides whether a
// step is solved (docs/theory/implicit-euler.md, "Solved by velocity"). The first direction goes most of the way, so
// its error must be smaller than that of later directions.
[[nodiscard]] constexpr double energy_forcing(int iteration) { return iteration == 0 ? 0.02 : 0.15; }

// Error of a direction with barriers, in the norm of the preconditioner. With 0.3 instead of 0.1, cloth that falls on a
// ball comes down 1 % further in the same time, for no less work.
inline constexpr double contact_forcing = 0.1;

/// Returns the velocity tolerance [m/s] of a step h. The automatic tolerance is set for a whole step, and shorter steps
/// have a proportionally smaller one.
[[nodiscard]] inline double velocity_tolerance(const IntegratorSettings& settings, double h)
{
    const double part = settings.automatic_velocity_tolerance ? std::min(h / settings.dt, 1.0) : 1.0;
    return part * settings.velocity_tolerance;
}

// A step that is solved roughly leaves an error. The hysteresis loops of fabrics dissipate this error, and with
// barriers no step may gain energy. Springs keep the error: a cloth at rest would tremble for ever and take twice the
// iterations of cloth that does not move. For springs the automatic tolerance is therefore at most this part of the
// fastest speed, so that the residual decides for cloth at rest.
inline constexpr double part_of_speed = 0.05;

}  // namespace tulle
