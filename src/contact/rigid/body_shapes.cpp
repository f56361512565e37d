#include "contact/rigid/body_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace tulle {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Returns the radius [m] of a ball about the middle that fits into the shape.
double inner_radius(const RigidShape& shape)
{
    if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius;
    if (const auto* box = std::get_if<BoxShape>(&shape)) return 0.5 * box->size.minCoeff();
    const auto& polyhedron = std::get<Polyhedron>(shape);
    Vec3 middle = Vec3::Zero();  // mean of the corners; the middle of the box may be outside
    for (const Vec3& corner : polyhedron.corners) middle += corner / static_cast<double>(polyhedron.corners.size());
    return std::max(-nearest_surface(polyhedron, middle).distance, 0.0);
}

double inner_radius(const PlaneShape&) { return unbounded; }
double inner_radius(const SphereShape& sphere) { return sphere.radius; }
double inner_radius(const BoxShape& box) { return 0.5 * box.size.minCoeff(); }
double inner_radius(const CylinderShape& cylinder) { return std::min(cylinder.radius, 0.5 * cylinder.height); }
double inner_radius(const CapsuleShape& capsule) { return capsule.radius; }

std::vector<ShapePoint> corners_of(const PlaneShape&) { return {}; }
std::vector<ShapePoint> corners_of(const SphereShape& sphere) { return {{sphere.center, sphere.radius}}; }
std::vector<ShapePoint> corners_of(const BoxShape& box) { return touching_points(RigidShape(box)); }

std::vector<ShapePoint> corners_of(const CapsuleShape& capsule)
{
    // Between two of these balls, the surface of the capsule is outside both by about a fiftieth of the radius.
    constexpr double most_apart = 0.4;  // radii
    const int pieces = std::max(static_cast<int>(std::ceil(capsule.height / (most_apart * capsule.radius))), 1);
    std::vector<ShapePoint> points;
    for (int k = 0; k <= pieces; ++k) {
        const double along = capsule.height * (static_cast<double>(k) / pieces - 0.5);
        points.push_back({capsule.center + along * capsule.axis, capsule.radius});
    }
    return points;
}

std::vector<ShapePoint> corners_of(const CylinderShape& cylinder)
{
    constexpr int around = 32, along = 8;
    const Vec3 one = cylinder.axis.unitOrthogonal(), other = cylinder.axis.cross(one);
    std::vector<ShapePoint> points;
    for (int k = 0; k <= along; ++k) {
        const Vec3 middle = cylinder.center + cylinder.height * (static_cast<double>(k) / along - 0.5) * cylinder.axis;
        for (int j = 0; j < around; ++j) {
            const double angle = 2 * std::numbers::pi * j / around;
            points.push_back({middle + cylinder.radius * (std::cos(angle) * one + std::sin(angle) * other), 0});
        }
    }
    return points;
}

}  // namespace

BodyShapes::BodyShapes(std::vector<RigidBody> bodies, double stiffness, bool has_barriers, const ActiveSet& contacts)
    : bodies_(std::move(bodies)), stiffness_(stiffness), has_barriers_(has_barriers), contacts_(contacts)
{
    constexpr double give_part = 0.1;  // of the inner radius
    for (const RigidBody& body : bodies_) {
        mass_of_all_ += body.mass;
        points_.push_back(touching_points(body));
        const SphereShape ball = bounding_ball(body.shape);
        balls_.push_back({body.weights(ball.center), ball.radius});
        give_.push_back(give_part * inner_radius(body.shape));
    }
    for (const Obstacle& obstacle : contacts_.obstacles()) {
        const ConvexShape* convex = obstacle.convex();
        corners_.emplace_back();
        thinnest_.push_back(unbounded);
        if (convex == nullptr) continue;
        corners_.back() = std::visit([](const auto& shape) { return corners_of(shape); }, *convex);
        thinnest_.back() = std::visit([](const auto& shape) { return inner_radius(shape); }, *convex);
    }
}

BodyResistance BodyShapes::spring_beside(std::size_t b, int obstacle) const
{
    BodyResistance resistance;
    resistance.stiffness = stiffness_ * std::sqrt(bodies_[b].mass * mass_of_all_);
    resistance.contact_distance = bodies_[b].thickness + contacts_.obstacle(obstacle).thickness;
    return resistance;
}

void BodyShapes::add_barrier(double give, BodyResistance& spring) const
{
    constexpr double zone_part = 0.5;
    if (!has_barriers_) return;
    spring.give = give;
    spring.zone = zone_part * give;
}

BodyResistance BodyShapes::beside_obstacle(std::size_t b, int obstacle, double radius) const
{
    const MeshObstacle* mesh = contacts_.obstacle(obstacle).mesh();
    if (mesh == nullptr || radius > 0) return beside_corner(b, obstacle);
    BodyResistance resistance = spring_beside(b, obstacle);
    if (mesh->changes_shape() || !has_barriers_) return resistance;
    // A mesh has no inside. Corners stay in front of the mesh if the contact distance is above 0.
    constexpr double closest = 0.2, begins = 0.5;  // of the contact distance
    resistance.give = -closest * resistance.contact_distance;
    resistance.zone = (begins - closest) * resistance.contact_distance;
    return resistance;
}

BodyResistance BodyShapes::beside_corner(std::size_t b, int obstacle) const
{
    BodyResistance resistance = spring_beside(b, obstacle);
    const MeshObstacle* mesh = contacts_.obstacle(obstacle).mesh();
    if (mesh != nullptr && mesh->changes_shape()) return resistance;
    constexpr double thin_part = 0.25;  // of half the thickness of an obstacle: its nearest side stays the same
    add_barrier(std::min(give_[b], thin_part * thinnest_[obstacle]), resistance);
    return resistance;
}

BodyResistance BodyShapes::between_bodies(std::size_t b, std::size_t other) const
{
    const RigidBody& one = bodies_[b];
    const RigidBody& second = bodies_[other];
    BodyResistance resistance;
    resistance.stiffness = stiffness_ * std::sqrt(one.mass * second.mass);
    resistance.contact_distance = one.thickness + second.thickness;
    add_barrier(std::min(give_[b], give_[other]), resistance);
    return resistance;
}

}  // namespace tulle
