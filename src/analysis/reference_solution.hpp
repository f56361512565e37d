#pragma once
// Reference trajectory from which the errors of the integrators are measured: M x'' = f(x, x'), solved by SUNDIALS
// CVODE to nearly all digits of a double. Smooth problems only: no contacts, and pinned particles do not move.

#include "forces/force_field.hpp"

#include <functional>

namespace tulle {

struct ReferenceOptions {
    double relative_tolerance = 1e-12;  // of positions and velocities, per step
    double absolute_tolerance = 1e-12;  // m and m/s
    long max_steps = 10'000'000;
    /// Called after every step with the time [s] reached so far; false ends the solution early.
    std::function<bool(double)> keep_going{};
};

struct ReferenceReport {
    double time = 0;  // s reached; less than the duration only if keep_going returned false
    long steps = 0;
    long force_evaluations = 0;
};

/// False in a build without SUNDIALS; solve_reference then throws.
[[nodiscard]] bool reference_available();

/// Advances x [m] and v [m/s] by `duration` [s] from the time of the forces. Particles marked in `fixed` stay at their
/// places with zero velocity. Throws std::runtime_error with the reason when the tolerances cannot be met. x and v are
/// changed only on success.
ReferenceReport solve_reference(ForceField& forces, std::span<const double> mass, std::span<const unsigned char> fixed,
                                std::span<Vec3> x, std::span<Vec3> v, double duration,
                                const ReferenceOptions& options = {});

}  // namespace tulle
