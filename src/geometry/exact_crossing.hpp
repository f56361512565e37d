#pragma once
// Whether triangles and segments have a point in common: exactly, for the numbers given. Touching counts: at a corner,
// along an edge, in one plane. A triangle without area is the segment, or the point, that its corners lie on.

#include "geometry/aabb.hpp"

#include <optional>

namespace tulle {

[[nodiscard]] bool have_common_point(const Triangle& one, const Triangle& other);

/// The segment from p to q and a triangle.
[[nodiscard]] bool have_common_point(const Vec3& p, const Vec3& q, const Triangle& triangle);

/// The segments from p to q and from r to s.
[[nodiscard]] bool have_common_point(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);

/// Where the triangle cuts the segment in two: at a part, in [0, 1], of the way from p to q, an end on the triangle
/// included. Whether it does is exact, where is not. A segment in the triangle's plane is not cut, and what has no area
/// does not cut.
[[nodiscard]] std::optional<double> cut_of(const Vec3& p, const Vec3& q, const Triangle& triangle);

}  // namespace tulle
