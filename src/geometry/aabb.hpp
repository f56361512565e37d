#pragma once
// Axis-aligned bounding boxes (AABB): Eigen's class under a short name. Boxes that touch count as overlapping.

#include <tulle/math.hpp>

#include <Eigen/Geometry>

#include <array>

namespace tulle {

/// Axis-aligned box [m]; empty when default constructed.
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

/// Returns the squared length of d. The squares are always added from x to z. Rounding is monotone, so that a vector
/// with smaller components never has a larger result. A tree may therefore drop a box by its distance and still find,
/// to the last bit, the result of a search through all boxes.
[[nodiscard]] inline double squared_length(const Vec3& d) { return d.x() * d.x() + d.y() * d.y() + d.z() * d.z(); }

}  // namespace tulle
