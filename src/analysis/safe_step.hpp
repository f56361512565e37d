#pragma once
// Lower bound on the stable step of an explicit method, from two eigenvalues (docs/theory/stability.md).

#include "forces/force_field.hpp"

#include <string_view>

namespace tulle {

/// Returns a step [s] at which no vibration grows under `method`: symplectic-euler, verlet or rk4. The bound treats the
/// stiffest and the most damped vibration as one vibration. So a few matrix-vector products suffice, and with small
/// damping the bound is close to the true limit. The damping is taken at velocities v and includes drag; velocity
/// filters are ignored. Infinite without stiffness and damping.
[[nodiscard]] double safe_step(ForceField& forces, std::span<const Vec3> x, std::span<const Vec3> v,
                               std::span<const double> mass, std::span<const unsigned char> fixed,
                               std::string_view method);

}  // namespace tulle
