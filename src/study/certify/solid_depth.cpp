#include "study/certify/solid_depth.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tulle {
namespace {

/// Returns the signed distance from a box around the origin, and its gradient, at a point of the first quadrant or
/// octant.
template <class Vector>
std::pair<double, Vector> from_box(const Vector& x, const Vector& half)
{
    const Vector beyond = x - half;
    Eigen::Index nearest = 0;
    const double inside = beyond.maxCoeff(&nearest);
    if (inside <= 0) return {inside, Vector::Unit(nearest)};
    const Vector out = beyond.cwiseMax(0.0);
    const double length = out.norm();
    return {length, out / length};
}

}  // namespace

std::optional<Solid> Solid::of(const ObstacleDescription& obstacle)
{
    if (const auto* plane = std::get_if<PlaneShape>(&obstacle.shape))
        return Solid(PlaneShape{plane->point, plane->normal.normalized()});
    if (const auto* box = std::get_if<BoxShape>(&obstacle.shape)) return Solid(*box);
    if (const auto* ball = std::get_if<SphereShape>(&obstacle.shape))
        return Solid(Capsule{ball->center, Vec3::Zero(), ball->radius});
    if (const auto* capsule = std::get_if<CapsuleShape>(&obstacle.shape))
        return Solid(Capsule{capsule->center, 0.5 * capsule->height * capsule->axis.normalized(), capsule->radius});
    if (const auto* cylinder = std::get_if<CylinderShape>(&obstacle.shape))
        return Solid(
            Cylinder{cylinder->center, cylinder->axis.normalized(), Vec2(cylinder->radius, 0.5 * cylinder->height)});
    return std::nullopt;
}

Solid::Slope Solid::at(const Vec3& x) const
{
    return std::visit([&](const auto& shape) { return slope(shape, x); }, shape_);
}

Solid::Slope Solid::slope(const PlaneShape& plane, const Vec3& x)
{
    return {plane.normal.dot(x - plane.point), plane.normal};
}

Solid::Slope Solid::slope(const BoxShape& box, const Vec3& x)
{
    const Vec3 offset = x - box.center;
    const auto [distance, gradient] = from_box<Vec3>(offset.cwiseAbs(), 0.5 * box.size);
    return {distance, gradient.cwiseProduct(offset.unaryExpr([](double c) { return c < 0 ? -1.0 : 1.0; }))};
}

Solid::Slope Solid::slope(const Capsule& capsule, const Vec3& x)
{
    Vec3 offset = x - capsule.center;
    const double squared = capsule.half.squaredNorm();
    if (squared > 0) offset -= std::clamp(offset.dot(capsule.half) / squared, -1.0, 1.0) * capsule.half;
    const double length = offset.norm();
    return {length - capsule.radius, length > 0 ? Vec3(offset / length) : Vec3::UnitX()};
}

Solid::Slope Solid::slope(const Cylinder& cylinder, const Vec3& x)
{
    const Vec3 offset = x - cylinder.center;
    const double height = cylinder.axis.dot(offset);
    const Vec3 aside = offset - height * cylinder.axis;
    const double radius = aside.norm();
    const auto [distance, gradient] = from_box<Vec2>(Vec2(radius, std::abs(height)), cylinder.half);
    const Vec3 outward = radius > 0 ? Vec3(aside / radius) : cylinder.axis.unitOrthogonal();
    return {distance, gradient.x() * outward + (height < 0 ? -gradient.y() : gradient.y()) * cylinder.axis};
}

struct Solid::Search {
    double known;  // m; parts that are less deep are skipped
    double seen, upper;
};

/// Branch and bound for the deepest point of a triangle. The solids are convex, and so is the signed distance: on the
/// triangle it is nowhere below its tangent plane at the centroid. The tangent plane therefore bounds the depth from
/// above. Triangles are subdivided until this bound agrees with the deepest point found.
void Solid::look_into(const Triangle& triangle, Search& search) const
{
    const auto& [a, b, c] = triangle;
    const Vec3 middle = (a + b + c) / 3;
    const Slope slope = at(middle);
    const auto below = [&](const Vec3& corner) { return -slope.distance - slope.gradient.dot(corner - middle); };
    const double bound = std::max({below(a), below(b), below(c)});
    search.seen = std::max(search.seen, -slope.distance);
    search.upper = std::max(search.upper, search.seen);
    if (bound <= std::max(search.upper, search.known)) return;
    if (bound <= 1.01 * search.seen + 1e-7) {
        search.upper = bound;
        return;
    }
    const Vec3 ab = 0.5 * (a + b), bc = 0.5 * (b + c), ca = 0.5 * (c + a);
    for (const Triangle& part : {Triangle{ab, bc, ca}, Triangle{a, ab, ca}, Triangle{ab, b, bc}, Triangle{ca, bc, c}})
        look_into(part, search);
}

double Solid::depth(const Triangle& triangle, double known) const
{
    Search search{known, 0, 0};
    for (const Vec3& corner : triangle) search.seen = std::max(search.seen, -distance(corner));
    look_into(triangle, search);
    return std::max(known, search.upper);
}

}  // namespace tulle
