#pragma once
// A step that is stable for sure, found quickly (docs/theory/stability.md).

#include "forces/force_field.hpp"

#include <string_view>

namespace tulle {

/// A step [s] that an explicit method takes without growing: symplectic-euler, verlet or rk4. As if the stiffest and
/// the most damped vibration were one, so that it is found in a few products of matrices, and is nearly the limit where
/// damping is small. Damping is that at velocities v, drag included; no filter. Infinite when nothing is stiff.
[[nodiscard]] double safe_step(ForceField& forces, std::span<const Vec3> x, std::span<const Vec3> v,
                               std::span<const double> mass, std::span<const unsigned char> fixed,
                               std::string_view method);

}  // namespace tulle
