#pragma once
// Signed distances to simple convex solids, and continuous collision detection (CCD) of particles against them. The
// distance is negative inside and exact outside, and comes with the outward normal at the nearest surface point.
// Offsetting a solid by a cloth's thickness therefore rounds edges and corners.

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace tulle {

struct SurfacePoint {
    double distance;  // m
    Vec3 normal;      // unit, outward
};

/// `normal` must be a unit vector.
inline SurfacePoint nearest_surface(const PlaneShape& plane, const Vec3& x)
{
    return {plane.normal.dot(x - plane.point), plane.normal};
}

inline SurfacePoint nearest_surface(const SphereShape& sphere, const Vec3& x)
{
    const Vec3 d = x - sphere.center;
    const double r = d.norm();
    return {r - sphere.radius, r > 0 ? Vec3(d / r) : Vec3::UnitZ()};
}

inline SurfacePoint nearest_surface(const BoxShape& box, const Vec3& x)
{
    const Vec3 d = x - box.center;
    const Vec3 q = d.cwiseAbs() - 0.5 * box.size;  // beyond each pair of faces when positive
    const Vec3 outside = q.cwiseMax(0.0);
    const double distance = outside.norm();
    if (distance > 0) {
        Vec3 normal = outside / distance;
        for (int axis = 0; axis < 3; ++axis) normal[axis] = std::copysign(normal[axis], d[axis]);
        return {distance, normal};
    }
    Eigen::Index axis = 0;
    const double depth = q.maxCoeff(&axis);
    Vec3 normal = Vec3::Zero();
    normal[axis] = std::copysign(1.0, d[axis]);
    return {depth, normal};
}

/// `axis` must be a unit vector.
inline SurfacePoint nearest_surface(const CylinderShape& cylinder, const Vec3& x)
{
    const Vec3 d = x - cylinder.center;
    const double along = cylinder.axis.dot(d);
    const Vec3 radial = d - along * cylinder.axis;
    const double r = radial.norm();
    const Vec3 outward = r > 0 ? Vec3(radial / r) : cylinder.axis.unitOrthogonal();
    const Vec3 upward = std::copysign(1.0, along) * cylinder.axis;
    const double beyond_side = r - cylinder.radius;
    const double beyond_end = std::abs(along) - 0.5 * cylinder.height;
    if (beyond_side > 0 && beyond_end > 0) {
        const double distance = std::hypot(beyond_side, beyond_end);
        return {distance, (beyond_side * outward + beyond_end * upward) / distance};
    }
    return beyond_side > beyond_end ? SurfacePoint{beyond_side, outward} : SurfacePoint{beyond_end, upward};
}

/// `axis` must be a unit vector.
inline SurfacePoint nearest_surface(const CapsuleShape& capsule, const Vec3& x)
{
    const Vec3 d = x - capsule.center;
    const double along = capsule.axis.dot(d);
    const double half = 0.5 * capsule.height;
    const Vec3 from_core = d - std::clamp(along, -half, half) * capsule.axis;
    const double r = from_core.norm();
    return {r - capsule.radius, r > 0 ? Vec3(from_core / r) : capsule.axis.unitOrthogonal()};
}

/// The place where a moving particle first comes within its contact distance of a shape (`first_impact`).
struct Impact {
    bool hit = false;
    Vec3 point = Vec3::Zero();  // m, of the particle
    Vec3 normal = Vec3::Zero();
};

/// A particle deeper than this [m] counts as inside. The value is far too small to be visible, and far above the
/// rounding errors of coordinates of some metres.
inline constexpr double contact_slop = 1e-7;

/// Returns the smallest signed distance along a path, by golden-section search: the distance along the path is convex.
template <class Shape>
double smallest_distance(const Shape& shape, const Vec3& from, const Vec3& displacement)
{
    constexpr double golden = 0.6180339887498949;
    const auto distance = [&](double s) { return nearest_surface(shape, from + s * displacement).distance; };
    double low = 0;
    double high = 1;
    double a = high - golden;
    double b = low + golden;
    double at_a = distance(a);
    double at_b = distance(b);
    for (int iteration = 0; iteration < 40; ++iteration) {  // to 4e-9 of the path
        if (at_a < at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = distance(a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = distance(b);
        }
    }
    return std::min(at_a, at_b);
}

/// Returns the first impact on the path from `from` to `to` [m] of a particle with contact distance `thickness` [m].
/// The shapes are convex, so the distance along a straight path is convex too and lies above its tangents. Newton's
/// method from the outside therefore never steps past the surface, however thin the shape is or fast the particle. A
/// path that once leads away from a convex shape never comes back to the shape.
template <class Shape>
Impact first_impact(const Shape& shape, double thickness, const Vec3& from, const Vec3& to)
{
    SurfacePoint here = nearest_surface(shape, from);
    double gap = here.distance - thickness;
    const Vec3 displacement = to - from;
    const double length = displacement.norm();
    if (gap > length) return {};
    const bool ends_inside = nearest_surface(shape, to).distance - thickness < -contact_slop;
    if (gap < -contact_slop) {  // inside already: back to the nearest surface, unless the path leads out
        if (!ends_inside && here.normal.dot(displacement) > 0) return {};
        return {true, from - gap * here.normal, here.normal};
    }
    if (gap <= contact_slop) {  // on the surface: only a path that goes deeper than the slop counts
        if (here.normal.dot(displacement) >= -contact_slop) return {};  // convex: no deeper than its tangent
        if (!ends_inside && smallest_distance(shape, from, displacement) - thickness >= -contact_slop) return {};
        return {true, from - gap * here.normal, here.normal};
    }
    constexpr int max_iterations = 100;  // linear convergence at worst, where the path grazes
    double travelled = 0;
    for (int iteration = 0; iteration < max_iterations; ++iteration) {
        const double approach = -here.normal.dot(displacement) / length;
        if (approach <= 0) return {};
        travelled += gap / approach;
        if (travelled >= length) return {};
        const SurfacePoint there = nearest_surface(shape, from + (travelled / length) * displacement);
        gap = there.distance - thickness;
        const bool arrived = gap <= 0.1 * contact_slop;
        // Just inside a sharp edge, the nearest face may be a face through which the path leads out. The normal of the
        // iteration before is then better.
        if (!arrived || there.normal.dot(displacement) < 0) here = there;
        if (arrived) break;
    }
    return {true, from + (travelled / length) * displacement - gap * here.normal, here.normal};
}

}  // namespace tulle
