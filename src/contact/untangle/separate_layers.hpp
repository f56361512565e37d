#pragma once
// Layers that nearly touch are moved apart: what contact keeps is no more than what lies between them at the start.

#include "contact/untangle/smoothed_displacement.hpp"
#include "contact/untangle/untangle.hpp"

#include <vector>

namespace tulle {

/// Moves x [m], which does not cross, on ways on which nothing meets, until layers are `separated_part` of their
/// thickness apart or there is no room. Neighbours within a cloth are left alone.
void separate_layers(const TangledSurface& surface, const SmoothedDisplacement& field, std::vector<Vec3>& x);

/// Of the thickness that two layers keep.
inline constexpr double separated_part = 0.6;

}  // namespace tulle
