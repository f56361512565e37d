#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <limits>

namespace tulle {
namespace {

/// Limit of the squared sine of the sharpest angle of a triangle. Above this limit, the weights are good to ten digits,
/// and a point over the inside of the triangle needs no comparison with the edges. The same limit holds for the angle
/// between two segments.
constexpr double blunt = 1e-12;

/// Returns the position of the foot of p on the line from a to b, limited to the segment: 0 at a, 1 at b.
double foot(const Vec3& p, const Vec3& a, const Vec3& b)
{
    const Vec3 edge = b - a;
    const double length = squared_length(edge);
    const double along = edge.dot(p - a);
    if (!(along > 0)) return 0;  // also when the segment has no length
    return along < length ? along / length : 1;
}

/// Returns the point at s from a to b. At 0 and 1 it is exactly an end, without rounding.
Vec3 between(const Vec3& a, const Vec3& b, double s)
{
    if (s == 1) return b;
    return a + s * (b - a);
}

/// Limits a computed point to the box of its triangle, which rounding may have left. In every component, the limited
/// point is then no nearer to p than the box is, so that the computed distance is not smaller than that of the box
/// either.
TrianglePoint make_point(const Vec3& p, const Triangle& triangle, const Vec3& point, const Vec3& weights)
{
    const Aabb box = box_of(triangle);
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
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 ap = p - a;
    const Vec3 normal = ab.cross(ac);  // twice the area long
    const double squared = squared_length(normal);
    const double longest = std::max(std::max(squared_length(ab), squared_length(ac)), squared_length(c - b));
    const bool is_blunt = squared > blunt * longest * longest;

    // Weights of the foot of p in the plane of the triangle, times `squared`.
    Vec3 share;
    share.y() = ap.cross(ac).dot(normal);
    share.z() = ab.cross(ap).dot(normal);
    share.x() = squared - share.y() - share.z();
    const bool over_inside = share.x() > 0 && share.y() > 0 && share.z() > 0;
    TrianglePoint inside;
    if (over_inside) {
        const Vec3 w = share / squared;
        inside = make_point(p, triangle, a + w.y() * ab + w.z() * ac, w);
        if (is_blunt) return inside;
    }
    // The closest point is on an edge with p on its outer side, which the weight of the opposite corner shows. If the
    // weights are unreliable, all edges are tried. Each point of an edge belongs to the triangle, so that the error is
    // at most the width of the narrow triangle.
    const double surely_inner = 1e-6 * squared;
    double best = std::numeric_limits<double>::infinity();
    int best_corner = 0;
    double best_s = 0;
    for (int corner = 0; corner < 3; ++corner) {
        if (is_blunt && share[(corner + 2) % 3] > surely_inner) continue;
        const Vec3& from = triangle[corner];
        const Vec3& to = triangle[(corner + 1) % 3];
        const double s = foot(p, from, to);
        const double distance = squared_length(p - between(from, to, s));
        if (!(distance < best)) continue;
        best = distance;
        best_corner = corner;
        best_s = s;
    }
    const int next = (best_corner + 1) % 3;
    Vec3 weights = Vec3::Zero();
    weights[best_corner] = 1 - best_s;
    weights[next] = best_s;
    const TrianglePoint on_edge =
        make_point(p, triangle, between(triangle[best_corner], triangle[next], best_s), weights);
    if (over_inside && inside.squared_distance < on_edge.squared_distance) return inside;
    return on_edge;
}

SegmentPoints closest_of_segments(const Vec3& p_0, const Vec3& p_1, const Vec3& q_0, const Vec3& q_1)
{
    const Vec3 u = p_1 - p_0;
    const Vec3 v = q_1 - q_0;
    const Vec3 r = q_0 - p_0;
    // Computed from the cross product. In |u|^2 |v|^2 - (u.v)^2, digits cancel if the segments are nearly parallel.
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
