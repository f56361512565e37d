#pragma once
// Separation of layers: moves layers that nearly touch apart. Separation is needed because the contact distance of a
// pair is at most the distance of the pair at the start.

#include "contact/untangle/smoothed_displacement.hpp"
#include "contact/untangle/untangle.hpp"

#include <vector>

namespace tulle {

/// Moves x [m], which must have no intersections, along collision-free paths until layers are `separated_part` of their
/// thickness apart, or until there is no room. For neighbours within a cloth, half of their distance at the start is
/// enough. Pairs whose particles untangling has not moved are left alone.
void separate_layers(const TangledSurface& surface, const SmoothedDisplacement& field, std::vector<Vec3>& x);

/// Distance to which layers are separated, as a part of their thickness.
inline constexpr double separated_part = 0.6;

}  // namespace tulle
