#pragma once
// Exact intersection tests: whether triangles and segments have a common point, exactly for the given numbers. Touching
// counts: at a corner, along an edge, in one plane. A triangle without area counts as the segment, or the point, on
// which its corners lie.

#include "geometry/aabb.hpp"

#include <optional>

namespace tulle {

[[nodiscard]] bool have_common_point(const Triangle& one, const Triangle& other);

/// Returns whether the segment from p to q and a triangle have a common point.
[[nodiscard]] bool have_common_point(const Vec3& p, const Vec3& q, const Triangle& triangle);

/// Returns whether the segments from p to q and from r to s have a common point.
[[nodiscard]] bool have_common_point(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);

/// Returns where the triangle cuts the segment from p to q, as a part in [0, 1] of the segment. An end on the triangle
/// counts as a cut. The decision whether there is a cut is exact; the position of the cut is not. A segment in the
/// plane of the triangle is not cut, and a triangle without area does not cut.
[[nodiscard]] std::optional<double> cut_of(const Vec3& p, const Vec3& q, const Triangle& triangle);

}  // namespace tulle
