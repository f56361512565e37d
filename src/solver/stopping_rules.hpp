#pragma once
// When the linear systems of a stage are solved far enough, and when an iteration changes velocities by little enough
// (docs/theory/implicit-euler.md, "When it stops").

#include <tulle/description.hpp>

#include <algorithm>

namespace tulle {

// How far a linear solve goes below the present residual. A quasi-Newton direction is not worth more digits than this;
// Newton's is worth the more, the faster the residual falls (Eisenstat and Walker 1996, choice 2).
inline constexpr double quasi_newton_forcing = 0.05;
inline constexpr double loosest_forcing = 0.05;
inline constexpr double tightest_forcing = 1e-3;

[[nodiscard]] inline double newton_forcing(int iteration, double size, double size_before)
{
    if (iteration == 0) return loosest_forcing;
    const double fall = size / size_before;
    return std::clamp(0.9 * fall * fall, tightest_forcing, loosest_forcing);
}

// What an iteration predicts of loads is worth no more than its direction: all digits from the first iteration on
// (docs/theory/fabric.md).
inline constexpr double predicted_forcing = tightest_forcing;
// Where velocities decide whether a step is solved, directions may err by this part of their size in the norm of the
// matrix (docs/theory/implicit-euler.md, "Solved by velocity"): the first one, which goes most of the way, by less than
// those that follow.
[[nodiscard]] constexpr double energy_forcing(int iteration) { return iteration == 0 ? 0.02 : 0.15; }

// The same where barriers bound motion, in the norm of the preconditioner. With 0.3 cloth that falls on a ball comes
// down 1 % further in the same time, for no less work.
inline constexpr double contact_forcing = 0.1;

/// m/s, of a step of h. The automatic one is that of a whole step.
[[nodiscard]] inline double velocity_tolerance(const IntegratorSettings& settings, double h)
{
    const double part = settings.automatic_velocity_tolerance ? std::min(h / settings.dt, 1.0) : 1.0;
    return part * settings.velocity_tolerance;
}

// What is left of a step that is solved roughly is lost in the loops of fabrics, and barriers let no step gain energy.
// Springs keep it: a cloth at rest would tremble for ever, in twice the iterations that rest takes. There the automatic
// tolerance is at most this part of the fastest speed, so that the residual decides about what is at rest.
inline constexpr double part_of_speed = 0.05;

}  // namespace tulle
