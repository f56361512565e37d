#pragma once
// Exact orientation predicates: on which side of a plane or a line a point lies, exactly for the given numbers.
//
// A determinant is first computed in double precision. If the rounding error could change its sign, the determinant is
// computed again without rounding ([Shewchuk1997]). Coordinates must be zero or between 1e-60 and 1e60 in size, so that
// no product underflows.

#include <tulle/math.hpp>

namespace tulle {

/// Returns 1 if (a, b, c) turns counter-clockwise seen from d, -1 if clockwise, 0 if the four points lie in one plane:
/// the sign of (b - a) x (c - a) . (d - a).
[[nodiscard]] int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Returns 1 if (a, b, c) turns counter-clockwise, -1 if clockwise, 0 if the three points lie on one line.
[[nodiscard]] int orientation(const Vec2& a, const Vec2& b, const Vec2& c);

}  // namespace tulle
