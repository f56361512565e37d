#pragma once
// The largest step that symplectic Euler can take (ATG07 section 6, corrected: docs/theory/stability.md).

#include "analysis/linear_force.hpp"

namespace tulle {

/// Linearised at positions x and rest, a step amplifies nothing while 4 M - 2 h D - h^2 K is positive definite: an
/// eigenvalue leaves through -1 where it turns singular. Without damping this is h = 2/sqrt(k0), k0 the largest
/// eigenvalue of M^-1 K. Particles marked in `fixed` do not move. Infinite when nothing is stiff.
[[nodiscard]] double symplectic_step_limit(ForceField& forces, std::span<const Vec3> x, std::span<const double> mass,
                                           std::span<const unsigned char> fixed);

struct SymplecticLimit {
    double longest = 0;      // s
    double k0 = 0;           // 1/s^2, the largest eigenvalue of M^-1 K
    std::vector<Vec3> mode;  // m, displacements of what grows beyond; empty where nothing is stiff or damped
};

/// The same of a net that is linearised already, to about `precision`. `near`: displacements like those of the mode, or
/// none.
[[nodiscard]] SymplecticLimit find_symplectic_limit(const LinearForce& force, std::span<const double> mass,
                                                    std::span<const unsigned char> fixed, double precision = 1e-5,
                                                    std::span<const Vec3> near = {});

}  // namespace tulle
