#pragma once
// Stability limit of symplectic Euler: the largest step at which no vibration grows (ATG07 section 6, corrected:
// docs/theory/stability.md).

#include "analysis/linear_force.hpp"

namespace tulle {

/// Returns the step limit h [s] of the system linearised at positions x and zero velocities. A step amplifies no
/// vibration while 4 M - 2 h D - h^2 K is positive definite. Where this matrix becomes singular, an eigenvalue of the
/// step leaves the unit circle through -1. Without damping h = 2/sqrt(k0), with k0 the largest eigenvalue of M^-1 K.
/// Particles marked in `fixed` do not move. Infinite without stiffness and damping.
[[nodiscard]] double symplectic_step_limit(ForceField& forces, std::span<const Vec3> x, std::span<const double> mass,
                                           std::span<const unsigned char> fixed);

struct SymplecticLimit {
    double longest = 0;      // s
    double k0 = 0;           // 1/s^2, the largest eigenvalue of M^-1 K
    std::vector<Vec3> mode;  // m, the vibration that grows beyond `longest`; empty without stiffness and damping
};

/// Returns the step limit of forces that are linearised already, with a relative error of about `precision`. `near` is
/// an approximation of the mode's displacements, or empty.
[[nodiscard]] SymplecticLimit find_symplectic_limit(const LinearForce& force, std::span<const double> mass,
                                                    std::span<const unsigned char> fixed, double precision = 1e-5,
                                                    std::span<const Vec3> near = {});

}  // namespace tulle
