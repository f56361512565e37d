#pragma once
// The largest step that symplectic Euler can take (PHYSICS section 6; ATG07 section 6 corrected).

#include "forces/force_field.hpp"

#include <string_view>

namespace tulle {

/// Linearised at positions x and rest, a step amplifies nothing while 4 M - 2 h D - h^2 K is positive definite: an
/// eigenvalue leaves through -1 where it turns singular. Without damping this is h = 2/sqrt(k0), k0 the largest
/// eigenvalue of M^-1 K. Particles marked in `fixed` do not move. Infinite when nothing is stiff.
[[nodiscard]] double symplectic_step_limit(ForceField& forces, std::span<const Vec3> x, std::span<const double> mass,
                                           std::span<const unsigned char> fixed);

/// A step [s] that an explicit method takes without growing: symplectic-euler, verlet or rk4. As if the stiffest and
/// the most damped vibration were one, so that it is found in a few products of matrices, and is nearly the limit where
/// damping is small. Damping is that at velocities v, drag included; no filter. Infinite when nothing is stiff.
[[nodiscard]] double safe_step(ForceField& forces, std::span<const Vec3> x, std::span<const Vec3> v,
                               std::span<const double> mass, std::span<const unsigned char> fixed,
                               std::string_view method);

}  // namespace tulle
