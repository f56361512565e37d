#pragma once
// How near layers of cloth come to each other: the smallest distance between features that share no vertex, a vertex
// and a face or two edges.
//
// A flat cloth is near to itself too, from a vertex to the next but one. That is no gap: two features of one cloth
// count only where they are at most half as far apart as they are at rest, as layers are that a fold brought together.
// Those of different cloths always count. So what is between two layers of one cloth that rest beside each other is
// seen from half their distance on, and cloth that is squeezed to half its length counts as if it were a layer.
//
// Surfaces that cross have a gap as well, between the edges and vertices near the crossing: ask for crossings first.

#include "geometry/surface_crossings.hpp"

#include <limits>

namespace tulle {

struct LayerGap {
    double distance = std::numeric_limits<double>::infinity();  // m; infinite where there is none
    std::array<int, 2> vertices{-1, -1};                        // a vertex of each of the features
    Vec3 place = Vec3::Zero();                                  // m, the middle of the gap
};

/// `cloth_of` per vertex, which cloth it belongs to; `rest` [m] per vertex. Gaps above `reach` [m] are not looked for,
/// as everything within it is looked at. The same for any number of threads.
[[nodiscard]] LayerGap smallest_layer_gap(const SurfaceView& surface, std::span<const int> cloth_of,
                                          std::span<const Vec3> rest, double reach);

}  // namespace tulle
