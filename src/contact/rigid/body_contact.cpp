#include "contact/rigid/body_contact.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tulle {
namespace {

// m, search distance for faces of meshes beyond the contact distance; bodies do not get deeper in a step
constexpr double mesh_reach = 0.05;

/// Returns the nearest surface point of an obstacle at the end of the step; a distant point if none is near.
SurfacePoint nearest_of(const Obstacle& obstacle, const Vec3& seen, double within)
{
    if (const ConvexShape* convex = obstacle.convex())
        return std::visit([&](const auto& shape) { return nearest_surface(shape, seen); }, *convex);
    const MeshObstacle& mesh = *obstacle.mesh();
    const MeshTouch touch = mesh.nearest(seen, within + mesh_reach);
    if (touch.face < 0) return {within + mesh_reach, Vec3::UnitZ()};
    const double inside = mesh.depth(seen);
    if (inside > 0) return {-inside, -touch.normal};
    return {touch.distance, touch.normal};
}

}  // namespace

void BodyContact::Touch::add(const RigidBody& body, const FrameWeights& weights, double sign)
{
    for (int k = 0; k < 4; ++k) relative_motion.add(body.first + k, sign * weights[static_cast<std::size_t>(k)]);
}

BodyContact::BodyContact(std::vector<RigidBody> bodies, BodyStiffness stiffness, std::vector<double> thickness,
                         std::vector<int> attached_to, std::span<const double> mass, const ActiveSet& contacts,
                         double h)
    : shapes_(std::move(bodies), stiffness.point_per_mass, stiffness.bounds_motion, contacts),
      ccd_(shapes_),
      stiffness_(stiffness),
      has_barrier_(stiffness.bounds_motion && (shapes_.size() > 1 || contacts.has_obstacles())),
      thickness_(std::move(thickness)),
      attached_to_(std::move(attached_to)),
      h_(h),
      is_near_(mass.size(), 0)
{
    for (const double m : mass) least_.push_back(stiffness_.particle_per_mass * m);
    poses_.reserve(shapes_.size());
    rubbing_.reserve(mass.size());
}

template <class Visit>
void BodyContact::for_each_touch(std::span<const Vec3> x, const Visit& visit, Where where)
{
    poses_.clear();
    for (const RigidBody& body : shapes_.bodies()) poses_.emplace_back(body, x);
    for (std::size_t b = 0; b < shapes_.size(); ++b) {
        touch_particles(b, x, visit);
        touch_obstacles(b, x, where, visit);
        touch_corners(b, x, where, visit);
        for (std::size_t other = 0; other < shapes_.size(); ++other)
            if (other != b) touch_bodies(b, other, x, where, visit);
    }
}

template <class Visit>
void BodyContact::touch_particles(std::size_t b, std::span<const Vec3> x, const Visit& visit)
{
    const RigidBody& body = shapes_.body(b);
    const Vec3 centre = place_of(body, shapes_.ball(b).weights, x);
    parallel_for(x.size(), [&](std::size_t p) {
        const double reach = shapes_.ball(b).radius + body.thickness + thickness_[p];
        is_near_[p] = thickness_[p] >= 0 && attached_to_[p] != static_cast<int>(b) &&
                      (x[p] - centre).squaredNorm() < reach * reach;
    });
    for (std::size_t p = 0; p < x.size(); ++p) {
        if (is_near_[p] == 0) continue;
        const SurfacePoint surface = nearest_surface(body.shape, poses_[b].local(x[p]));
        Touch touch;
        touch.resistance.contact_distance = thickness_[p] + body.thickness;
        touch.depth = touch.resistance.contact_distance - surface.distance;
        if (touch.depth <= 0) continue;
        touch.relative_motion.add(static_cast<int>(p), 1);
        touch.add(body, poses_[b].weights(x[p]), -1);
        touch.normal = poses_[b].gradient(surface.normal);
        constexpr double thinnest = 1e-3;  // m, least contact distance in this formula
        touch.resistance.stiffness = std::max(
            least_[p], body.mass * stiffness_.gravity / (0.5 * std::max(touch.resistance.contact_distance, thinnest)));
        touch.friction = body.friction;
        visit(touch);
    }
}

template <class Visit>
void BodyContact::touch_obstacles(std::size_t b, std::span<const Vec3> x, Where where, const Visit& visit) const
{
    const RigidBody& body = shapes_.body(b);
    const ActiveSet& contacts = shapes_.contacts();
    for (int o = 0; o < contacts.obstacle_count(); ++o) {
        const Obstacle& obstacle = contacts.obstacle(o);
        const ObstaclePath& path = contacts.path(o);
        for (const BodyPoint& point : shapes_.points(b)) {
            const Vec3 place = place_of(body, point.weights, x);
            const Vec3 seen = path.seen_at_end(place);
            Touch touch;
            touch.resistance = shapes_.beside_obstacle(b, o, point.radius);
            const double between = touch.resistance.contact_distance;
            const SurfacePoint surface = nearest_of(obstacle, seen, point.radius + between);
            touch.depth = point.radius + between - surface.distance;
            if (touch.depth <= 0) continue;
            touch.normal = path.turned_at_end(surface.normal);
            const bool is_foot = where == Where::surface && point.radius > 0;
            touch.add(body, is_foot ? poses_[b].weights(place - point.radius * touch.normal) : point.weights, 1);
            touch.friction = 0.5 * (body.friction + obstacle.friction);
            const Vec3 foot = seen - surface.distance * surface.normal;
            touch.drift = (path.placed_at_end(foot) - path.placed_at_start(foot)) / h_;
            visit(touch);
        }
    }
}

template <class Visit>
void BodyContact::touch_corners(std::size_t b, std::span<const Vec3> x, Where where, const Visit& visit) const
{
    const RigidBody& body = shapes_.body(b);
    const BodyPoint& ball = shapes_.ball(b);
    const Vec3 centre = place_of(body, ball.weights, x);
    const ActiveSet& contacts = shapes_.contacts();
    for (int o = 0; o < contacts.obstacle_count(); ++o) {
        const ObstaclePath& path = contacts.path(o);
        const SphereShape seen{path.seen_at_end(centre), ball.radius};
        shapes_.for_each_point(o, b, seen, [&](const Vec3& start, const Vec3& end, double radius) {
            const Vec3 place = path.placed_at_end(end);
            Touch touch;
            touch.resistance = shapes_.beside_corner(b, o);
            const SurfacePoint surface = nearest_surface(body.shape, poses_[b].local(place));
            touch.depth = radius + touch.resistance.contact_distance - surface.distance;
            if (touch.depth <= 0) return;
            const Vec3 outward = poses_[b].gradient(surface.normal);  // of the body
            touch.normal = -outward;
            const Vec3 acts_at = where == Where::surface ? Vec3(place - radius * outward) : place;
            touch.add(body, poses_[b].weights(acts_at), 1);
            touch.friction = 0.5 * (body.friction + contacts.obstacle(o).friction);
            touch.drift = (place - path.placed_at_start(start)) / h_;
            visit(touch);
        });
    }
}

/// Visits the contacts of points of body b with body `other`.
template <class Visit>
void BodyContact::touch_bodies(std::size_t b, std::size_t other, std::span<const Vec3> x, Where where,
                               const Visit& visit) const
{
    if (shapes_.are_balls(b, other) && b < other) return;
    const RigidBody& body = shapes_.body(b);
    const RigidBody& host = shapes_.body(other);
    const BodyResistance resistance = shapes_.between_bodies(b, other);
    const Vec3 apart = place_of(body, shapes_.ball(b).weights, x) - place_of(host, shapes_.ball(other).weights, x);
    const double reach = shapes_.ball(b).radius + shapes_.ball(other).radius + resistance.contact_distance;
    if (apart.squaredNorm() >= reach * reach) return;
    for (const BodyPoint& point : shapes_.points(b)) {
        const Vec3 place = place_of(body, point.weights, x);
        const SurfacePoint surface = nearest_surface(host.shape, poses_[other].local(place));
        Touch touch;
        touch.resistance = resistance;
        touch.depth = point.radius + resistance.contact_distance - surface.distance;
        if (touch.depth <= 0) continue;
        touch.normal = poses_[other].gradient(surface.normal);
        const Vec3 acts_at = where == Where::surface ? Vec3(place - point.radius * touch.normal) : place;
        touch.add(body, poses_[b].weights(acts_at), 1);
        touch.add(host, poses_[other].weights(acts_at), -1);
        touch.friction = 0.5 * (body.friction + host.friction);
        visit(touch);
    }
}

int BodyContact::count(std::span<const Vec3> x)
{
    int count = 0;
    for_each_touch(x, [&](const Touch&) { ++count; });
    return count;
}

double BodyContact::deepest(std::span<const Vec3> x)
{
    double deepest = 0;
    for_each_touch(
        x, [&](const Touch& touch) { deepest = std::max(deepest, touch.depth - touch.resistance.contact_distance); });
    return deepest;
}

double BodyContact::energy(std::span<const Vec3> x)
{
    double sum = 0;
    for_each_touch(x, [&](const Touch& touch) { sum += touch.resistance.energy(touch.depth); });
    return sum;
}

void BodyContact::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    for_each_touch(x, [&](const Touch& touch) { touch.relative_motion.add_force(touch.pressure() * touch.normal, f); });
    for (const Touch& touch : rubbing_)
        touch.relative_motion.add_force(sliding_friction(touch.normal, touch.relative(v), touch.limit()).impulse, f);
}

double BodyContact::balanced_force(std::span<const Vec3> x)
{
    double squares = 0;
    for_each_touch(x, [&](const Touch& touch) {
        const double pressure = touch.pressure();
        squares += pressure * pressure;
    });
    return std::sqrt(squares);
}

void BodyContact::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    for (const RigidBody& body : shapes_.bodies())
        for (int k = 0; k < 4; ++k) {
            for (std::size_t p = 0; p < thickness_.size(); ++p)
                if (thickness_[p] >= 0) couplings.emplace_back(static_cast<int>(p), body.first + k);
            for (const RigidBody& other : shapes_.bodies())
                for (int j = 0; j < 4; ++j)
                    if (other.first + j < body.first + k) couplings.emplace_back(other.first + j, body.first + k);
        }
}

void BodyContact::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment, double scale_x,
                               double scale_v, Csr<Mat3>& A)
{
    if (scale_x != 0)
        for_each_touch(x, [&](const Touch& touch) {
            const double stiffness = touch.resistance.curvature(touch.depth);
            touch.relative_motion.add_block(-scale_x * stiffness * touch.normal * touch.normal.transpose(), *pattern_,
                                            A);
        });
    if (scale_v == 0) return;
    for (const Touch& touch : rubbing_)
        touch.relative_motion.add_block(
            -scale_v * sliding_friction(touch.normal, touch.relative(v), touch.limit()).drag, *pattern_, A);
}

void BodyContact::begin_step(std::span<const Vec3> x)
{
    rubbing_.clear();
    const auto keep = [&](const Touch& touch) {
        if (touch.friction == 0) return;
        rubbing_.push_back(touch);
        rubbing_.back().normal.normalize();  // bodies deform a little, so gradients are not quite unit
    };
    for_each_touch(x, keep, Where::surface);
}

void BodyContact::predict_lagged(std::span<const Vec3> v)
{
    for (Touch& touch : rubbing_)
        touch.depth = std::clamp(touch.depth - h_ * touch.normal.dot(touch.relative(v)), 0.0, touch.depth);
}

bool BodyContact::update_lagged(std::span<const Vec3> x)
{
    constexpr double close_enough = 0.02;  // part of all friction
    // The contacts before and after may differ, so sums over all contacts are compared. The sums show every change
    // except how friction is shared among neighbouring contacts.
    const auto sum = [&] {
        Vec3 all = Vec3::Zero();
        double size = 0;
        for (const Touch& touch : rubbing_) {
            all += touch.limit() * touch.normal;
            size += touch.limit();
        }
        return std::pair(all, size);
    };
    const auto [before, size_before] = sum();
    begin_step(x);
    const auto [after, size_after] = sum();
    const double size = std::max(size_before, size_after);
    return (after - before).norm() > close_enough * size || std::abs(size_after - size_before) > close_enough * size;
}

}  // namespace tulle
