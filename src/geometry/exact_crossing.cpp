#include "geometry/exact_crossing.hpp"

#include "geometry/exact_orientation.hpp"
#include "geometry/triangle_distance.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>

namespace tulle {
namespace {

/// Projects a point along an axis. Leaving out a coordinate is exact.
Vec2 seen_along(int axis, const Vec3& x) { return {x[(axis + 1) % 3], x[(axis + 2) % 3]}; }

/// Returns an axis along which the projections of the three points are not on one line; -1 if the points are on one
/// line in space.
int clear_axis(const Vec3& a, const Vec3& b, const Vec3& c)
{
    for (int axis = 0; axis < 3; ++axis)
        if (orientation(seen_along(axis, a), seen_along(axis, b), seen_along(axis, c)) != 0) return axis;
    return -1;
}

/// Lexicographic order: along any line, points come in this order or in its reverse.
bool comes_before(const Vec3& a, const Vec3& b)
{
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

/// Returns whether the segments p q and r s overlap, where all four points are on one line.
bool overlap_on_line(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s)
{
    const auto& [low, high] = std::minmax(p, q, comes_before);
    const auto& [other_low, other_high] = std::minmax(r, s, comes_before);
    return !comes_before(high, other_low) && !comes_before(other_high, low);
}

/// Returns whether the segments p q and r s in one plane meet. The projection along `axis` maps the plane one to one.
bool meet_in_plane(int axis, const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s)
{
    const auto turn = [axis](const Vec3& a, const Vec3& b, const Vec3& c) {
        return orientation(seen_along(axis, a), seen_along(axis, b), seen_along(axis, c));
    };
    const int r_side = turn(p, q, r), s_side = turn(p, q, s);
    const int p_side = turn(r, s, p), q_side = turn(r, s, q);
    if (r_side == 0 && s_side == 0 && p_side == 0 && q_side == 0) return overlap_on_line(p, q, r, s);
    return r_side * s_side <= 0 && p_side * q_side <= 0;
}

bool is_in_plane_triangle(int axis, const Vec3& p, const Triangle& triangle)
{
    const auto turn = [&](int corner) {
        return orientation(seen_along(axis, triangle[corner]), seen_along(axis, triangle[(corner + 1) % 3]),
                           seen_along(axis, p));
    };
    const std::array turns{turn(0), turn(1), turn(2)};
    const auto [low, high] = std::minmax_element(turns.begin(), turns.end());
    return *low >= 0 || *high <= 0;
}

/// Returns whether the line through p and q, which is not in the plane of the triangle, passes through the triangle.
bool passes_through(const Vec3& p, const Vec3& q, const Triangle& triangle)
{
    const auto& [a, b, c] = triangle;
    const std::array turns{orientation(p, q, a, b), orientation(p, q, b, c), orientation(p, q, c, a)};
    const auto [low, high] = std::minmax_element(turns.begin(), turns.end());
    return *low >= 0 || *high <= 0;
}

bool meets_an_edge(const Vec3& p, const Vec3& q, const Triangle& triangle)
{
    const auto& [a, b, c] = triangle;
    return have_common_point(p, q, a, b) || have_common_point(p, q, b, c) || have_common_point(p, q, c, a);
}

/// Returns the position of the cut on a segment that passes through the triangle. It follows from the heights of the
/// two ends above the plane. If the segment hardly leaves the plane and the heights are mere rounding, it is the
/// position where the segment comes nearest to an edge.
double cut_place(const Vec3& p, const Vec3& q, const Triangle& triangle)
{
    const auto& [a, b, c] = triangle;
    const Vec3 normal = (b - a).cross(c - a);
    const double p_height = std::abs(normal.dot(p - a)), q_height = std::abs(normal.dot(q - a));
    double best = p_height + q_height > 0 ? p_height / (p_height + q_height) : 0.5;
    double nearest = closest_on_triangle(p + best * (q - p), triangle).squared_distance;
    for (int corner = 0; corner < 3; ++corner) {
        const SegmentPoints points = closest_of_segments(p, q, triangle[corner], triangle[(corner + 1) % 3]);
        if (points.squared_distance < 0.25 * nearest) {
            best = points.s;
            nearest = points.squared_distance;
        }
    }
    return best;
}

}  // namespace

bool have_common_point(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s)
{
    if (orientation(p, q, r, s) != 0) return false;
    for (const std::array<const Vec3*, 3>& three :
         {std::array{&p, &q, &r}, std::array{&p, &q, &s}, std::array{&r, &s, &p}, std::array{&r, &s, &q}}) {
        const int axis = clear_axis(*three[0], *three[1], *three[2]);
        if (axis >= 0) return meet_in_plane(axis, p, q, r, s);
    }
    return overlap_on_line(p, q, r, s);
}

bool have_common_point(const Vec3& p, const Vec3& q, const Triangle& triangle)
{
    const auto& [a, b, c] = triangle;
    const int p_side = orientation(a, b, c, p), q_side = orientation(a, b, c, q);
    if (p_side * q_side > 0) return false;
    if (p_side != 0 || q_side != 0) return passes_through(p, q, triangle);
    const int axis = clear_axis(a, b, c);
    if (axis < 0) return meets_an_edge(p, q, triangle);
    return is_in_plane_triangle(axis, p, triangle) || is_in_plane_triangle(axis, q, triangle) ||
           meets_an_edge(p, q, triangle);
}

bool have_common_point(const Triangle& one, const Triangle& other)
{
    if (!box_of(one).intersects(box_of(other))) return false;
    // At the end of the common part, an edge of one triangle meets the other triangle.
    for (int corner = 0; corner < 3; ++corner) {
        const int next = (corner + 1) % 3;
        if (have_common_point(one[corner], one[next], other)) return true;
        if (have_common_point(other[corner], other[next], one)) return true;
    }
    return false;
}

std::optional<double> cut_of(const Vec3& p, const Vec3& q, const Triangle& triangle)
{
    const auto& [a, b, c] = triangle;
    const int p_side = orientation(a, b, c, p), q_side = orientation(a, b, c, q);
    if (p_side * q_side > 0 || (p_side == 0 && q_side == 0) || !passes_through(p, q, triangle)) return std::nullopt;
    if (p_side == 0) return 0.0;
    if (q_side == 0) return 1.0;
    return cut_place(p, q, triangle);
}

}  // namespace tulle
