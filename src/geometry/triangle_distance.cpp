#include "geometry/triangle_distance.hpp"

#include <algorithm>

namespace tulle {
namespace {

/// Above this squared sine of its sharpest angle a triangle's weights are good to ten digits, and a point over its
/// inside needs no comparison with the edges. The same for the angle between two segments.
constexpr double blunt = 1e-12;

/// Where the foot of p on the line from a to b lies, within the segment: 0 at a, 1 at b.
double foot(const Vec3& p, const Vec3& a, const Vec3& b)
{
    const Vec3 way = b - a;
    const double length = squared_length(way);
    if (!(length > 0)) return 0;
    return std::clamp(way.dot(p - a) / length, 0.0, 1.0);
}

/// The ends themselves at 0 and 1, without rounding.
Vec3 between(const Vec3& a, const Vec3& b, double s)
{
    if (s == 1) return b;
    return a + s * (b - a);
}

/// Rounding may carry a computed point out of its triangle's box. Clamped, its distance is no less than the box's in
/// every component, hence also as computed.
TrianglePoint make_point(const Vec3& p, const Aabb& box, const Vec3& point, const Vec3& weights)
{
    TrianglePoint result;
    result.point = point.cwiseMax(box.min()).cwiseMin(box.max());
    result.weights = weights;
    result.squared_distance = squared_length(p - result.point);
    return result;
}

SegmentPoints make_points(double s, double t, const Vec3& on_p, const Vec3& on_q)
{
    return {s, t, on_p, on_q, squared_length(on_p - on_q)};
}

}  // namespace

TrianglePoint closest_on_triangle(const Vec3& p, const Triangle& triangle)
{
    const auto& [a, b, c] = triangle;
    const Aabb box = box_of(triangle);
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 normal = ab.cross(ac);  // twice the area long
    const double squared = squared_length(normal);

    TrianglePoint inside;
    bool over_inside = false;
    if (squared > 0) {
        const Vec3 ap = p - a;
        const double w_b = ap.cross(ac).dot(normal) / squared;
        const double w_c = ab.cross(ap).dot(normal) / squared;
        const double w_a = 1 - w_b - w_c;
        over_inside = w_a > 0 && w_b > 0 && w_c > 0;
        if (over_inside) {
            inside = make_point(p, box, a + w_b * ab + w_c * ac, {w_a, w_b, w_c});
            const double longest = std::max({squared_length(ab), squared_length(ac), squared_length(c - b)});
            if (squared > blunt * longest * longest) return inside;
        }
    }
    // Also when the weights cannot be trusted: each of these points belongs to the triangle, so the closest one is
    // never wrong by more than the triangle is narrow.
    TrianglePoint best;
    for (int corner = 0; corner < 3; ++corner) {
        const int next = (corner + 1) % 3;
        const double s = foot(p, triangle[corner], triangle[next]);
        Vec3 weights = Vec3::Zero();
        weights[corner] = 1 - s;
        weights[next] = s;
        const TrianglePoint on_edge = make_point(p, box, between(triangle[corner], triangle[next], s), weights);
        if (corner == 0 || on_edge.squared_distance < best.squared_distance) best = on_edge;
    }
    if (over_inside && inside.squared_distance < best.squared_distance) return inside;
    return best;
}

SegmentPoints closest_of_segments(const Vec3& p_0, const Vec3& p_1, const Vec3& q_0, const Vec3& q_1)
{
    const Vec3 u = p_1 - p_0;
    const Vec3 v = q_1 - q_0;
    const Vec3 r = q_0 - p_0;
    // From the cross product, not from |u|^2 |v|^2 - (u.v)^2, whose digits cancel between nearly parallel segments.
    const Vec3 normal = u.cross(v);
    const double squared = squared_length(normal);

    SegmentPoints inside;
    bool both_inside = false;
    if (squared > 0) {
        const double s = r.cross(v).dot(normal) / squared;
        if (s > 0 && s < 1) {
            const Vec3 on_p = p_0 + s * u;
            const double t = foot(on_p, q_0, q_1);
            both_inside = t > 0 && t < 1;
            if (both_inside) {
                inside = make_points(s, t, on_p, q_0 + t * v);
                if (squared > blunt * squared_length(u) * squared_length(v)) return inside;
            }
        }
    }
    double s = foot(q_0, p_0, p_1);
    SegmentPoints best = make_points(s, 0, between(p_0, p_1, s), q_0);
    const auto compare = [&best](const SegmentPoints& other) {
        if (other.squared_distance < best.squared_distance) best = other;
    };
    s = foot(q_1, p_0, p_1);
    compare(make_points(s, 1, between(p_0, p_1, s), q_1));
    double t = foot(p_0, q_0, q_1);
    compare(make_points(0, t, p_0, between(q_0, q_1, t)));
    t = foot(p_1, q_0, q_1);
    compare(make_points(1, t, p_1, between(q_0, q_1, t)));
    if (both_inside) compare(inside);
    return best;
}

}  // namespace tulle
