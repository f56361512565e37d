#pragma once
// Layers that nearly touch are moved apart: what contact keeps is no more than what lies between them at the start.

#include "self_contact/gentle_displacement.hpp"
#include "self_contact/untangle.hpp"

#include <vector>

namespace tulle {

/// Moves x [m], which does not cross, on ways on which nothing meets, until layers are `widened_part` of their
/// thickness apart or there is no room. Neighbours within a cloth are left alone.
void widen_gaps(const TangledSurface& surface, const GentleDisplacement& field, std::vector<Vec3>& x);

/// Of the thickness that two layers keep.
inline constexpr double widened_part = 0.6;

}  // namespace tulle
