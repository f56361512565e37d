#pragma once
// Distance and closest points of a point and a triangle, and of two segments, for any shape: a triangle without area
// counts as its edges, an edge without length counts as a point.

#include "geometry/aabb.hpp"

#include <tulle/math.hpp>

namespace tulle {

/// A point of a triangle. A weight is exactly zero if the point lies on the opposite edge, and two weights are exactly
/// zero if the point is a corner: the zeros identify the feature.
struct TrianglePoint {
    Vec3 point = Vec3::Zero();    // m, within the box of the triangle
    Vec3 weights = Vec3::Zero();  // of the corners; not negative, their sum is one
    double squared_distance = 0;  // m^2, squared_length of the vector to the point
};

[[nodiscard]] TrianglePoint closest_on_triangle(const Vec3& p, const Triangle& triangle);

/// A closest pair of the points p_0 + s (p_1 - p_0) and q_0 + t (q_1 - q_0), with s and t in [0, 1].
struct SegmentPoints {
    double s = 0, t = 0;
    Vec3 on_p = Vec3::Zero(), on_q = Vec3::Zero();  // m
    double squared_distance = 0;                    // m^2
};

[[nodiscard]] SegmentPoints closest_of_segments(const Vec3& p_0, const Vec3& p_1, const Vec3& q_0, const Vec3& q_1);

}  // namespace tulle
