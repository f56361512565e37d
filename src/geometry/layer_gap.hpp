#pragma once
// Layer gap: the smallest distance between layers of cloth. The layer gap is the smallest distance between features
// that share no vertex: a vertex and a face, or two edges.
//
// A flat cloth is near to itself too, from a vertex to the next but one, but such a distance is no gap. Two features of
// one cloth count only if they are at most half as far apart as at rest, like layers that a fold has brought together.
// Features of different cloths always count. Consequently, two layers of one cloth that rest side by side count only
// when they are within half of their rest distance, and cloth that is compressed to half its length counts as a layer.
//
// Surfaces that cross have a gap as well, between the edges and vertices near the crossing: test for crossings first.

#include "geometry/surface_crossings.hpp"

#include <limits>

namespace tulle {

struct LayerGap {
    double distance = std::numeric_limits<double>::infinity();  // m; infinite where there is none
    std::array<int, 2> vertices{-1, -1};                        // a vertex of each of the features
    Vec3 place = Vec3::Zero();                                  // m, the middle of the gap
};

/// Returns the smallest gap. `cloth_of`: per vertex, the cloth that it belongs to. `rest` [m]: per vertex, its position
/// at rest. Gaps above `reach` [m] are not searched, because the search tests all pairs within `reach`. The result is
/// the same for any number of threads.
[[nodiscard]] LayerGap smallest_layer_gap(const SurfaceView& surface, std::span<const int> cloth_of,
                                          std::span<const Vec3> rest, double reach);

}  // namespace tulle
