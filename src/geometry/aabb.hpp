#pragma once
// Boxes along the axes: Eigen's, under a short name. Touching counts as overlapping.

#include <tulle/math.hpp>

#include <Eigen/Geometry>

#include <array>

namespace tulle {

/// m; empty when default constructed
using Aabb = Eigen::AlignedBox3d;

using Triangle = std::array<Vec3, 3>;

[[nodiscard]] inline Aabb box_of(const Triangle& triangle)
{
    return {triangle[0].cwiseMin(triangle[1]).cwiseMin(triangle[2]),
            triangle[0].cwiseMax(triangle[1]).cwiseMax(triangle[2])};
}

[[nodiscard]] inline Aabb inflated(const Aabb& box, double margin)
{
    return {box.min().array() - margin, box.max().array() + margin};
}

/// Added from x to z, always: rounding is monotone, so that no vector with smaller components comes out longer. This is
/// why a tree may drop a box by its distance and still find, to the last bit, what a search through everything finds.
[[nodiscard]] inline double squared_length(const Vec3& d) { return d.x() * d.x() + d.y() * d.y() + d.z() * d.z(); }

}  // namespace tulle
