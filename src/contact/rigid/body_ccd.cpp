#include "contact/rigid/body_ccd.hpp"

#include <algorithm>
#include <variant>

namespace tulle {
namespace {

// A motion that would leave too little of a barrier ends where this many times the least remainder is left. Rounding
// then does not shorten it again.
constexpr double more_left = 1.2;

/// Returns the collision-free part of the motion of a point with a ball of a radius [m] about it.
template <class Shape>
double collision_free_step_of(const Shape& shape, const BodyResistance& resistance, double radius, const Vec3& from,
                              const Vec3& to)
{
    if (!(resistance.zone > 0)) return 1;
    const SurfacePoint start = nearest_surface(shape, from);
    const double distance = start.distance - radius;
    if (resistance.left(distance) <= 0) return 1;  // deeper than the barrier: springs push it out
    const double least = resistance.least_distance(distance);
    const double enough = more_left * resistance.left(least) - resistance.give;
    if (distance <= enough)  // too little is left: motion away or along is free, as distances are convex
        return start.normal.dot(to - from) < 0 ? 0 : 1;
    if (!first_impact(shape, radius + least, from, to).hit) return 1;
    const Impact impact = first_impact(shape, radius + enough, from, to);
    return impact.hit ? std::min((impact.point - from).norm() / (to - from).norm(), 1.0) : 1;
}

double collision_free_step_of(const RigidShape& shape, const BodyResistance& resistance, double radius,
                              const Vec3& from, const Vec3& to)
{
    return std::visit([&](const auto& kind) { return collision_free_step_of(kind, resistance, radius, from, to); },
                      shape);
}

double collision_free_step_of(const ConvexShape& shape, const BodyResistance& resistance, double radius,
                              const Vec3& from, const Vec3& to)
{
    return std::visit([&](const auto& kind) { return collision_free_step_of(kind, resistance, radius, from, to); },
                      shape);
}

/// Returns the least distance [m] from the origin of a point that moves in a straight line.
double least_distance_from_origin(const Vec3& from, const Vec3& to)
{
    const Vec3 motion = to - from;
    const double length = motion.squaredNorm();
    const double part = length > 0 ? std::clamp(-from.dot(motion) / length, 0.0, 1.0) : 0;
    return (from + part * motion).norm();
}

}  // namespace

void BodyCcd::place(std::span<const Vec3> from, std::span<const Vec3> to)
{
    from_ = from;
    to_ = to;
    pose_from_.clear();
    pose_to_.clear();
    for (const RigidBody& body : shapes_.bodies()) {
        pose_from_.emplace_back(body, from);
        pose_to_.emplace_back(body, to);
    }
}

bool BodyCcd::looks_at(int obstacle, Obstacles which) const
{
    if (which == Obstacles::at_end) return true;
    return shapes_.contacts().path(obstacle).moves() == (which == Obstacles::moving);
}

double BodyCcd::until_flat(std::size_t b) const
{
    constexpr double least = 0.3;  // part of the volume, which is cubic in the part of the motion
    constexpr int samples = 8, halvings = 20;
    const int first = shapes_.body(b).first;
    const auto volume = [&](double part) {
        const auto at = [&](int p) { return Vec3(from_[p] + part * (to_[p] - from_[p])); };
        const Vec3 origin = at(first);
        return (at(first + 1) - origin).cross(at(first + 2) - origin).dot(at(first + 3) - origin);
    };
    const double enough = least * volume(0);
    const auto is_flattened = [&](double part) {
        for (int k = 1; k <= samples; ++k)
            if (!(volume(part * k / samples) * enough > enough * enough)) return true;
        return false;
    };
    double part = 1;
    for (int k = 0; k < halvings && is_flattened(part); ++k) part *= 0.5;
    return part;
}

double BodyCcd::in_mesh(const MeshObstacle& mesh, const BodyResistance& resistance, double radius,
                        const MovingPoint& motion)
{
    if (!(resistance.zone > 0)) return 1;
    const double reach = radius + resistance.zone - resistance.give;
    const MeshTouch touch = mesh.nearest(motion.start, reach);
    const double distance = (touch.face < 0 ? reach : touch.distance) - radius;
    if (resistance.left(distance) <= 0 || mesh.depth(motion.start) > radius) return 1;  // inside: springs push it out
    const double least = radius + resistance.least_distance(distance);
    faces_.clear();
    mesh.collect_for_impact(least, motion, faces_);
    return mesh.first_impact(least, motion, faces_).time;
}

double BodyCcd::beside_obstacle(std::size_t b, int obstacle, Obstacles which)
{
    const RigidBody& body = shapes_.body(b);
    const Obstacle& beside = shapes_.contacts().obstacle(obstacle);
    const ObstaclePath& path = shapes_.contacts().path(obstacle);
    if (beside.mesh() != nullptr && beside.mesh()->changes_shape()) return 1;
    const auto seen_from = [&](const Vec3& x) {
        return which == Obstacles::moving ? path.seen_at_start(x) : path.seen_at_end(x);
    };
    const auto placed_from = [&](const Vec3& seen) {
        return which == Obstacles::moving ? path.placed_at_start(seen) : path.placed_at_end(seen);
    };
    const BodyPoint& ball = shapes_.ball(b);
    const Vec3 centre_from = seen_from(place_of(body, ball.weights, from_));
    const Vec3 centre_to = path.seen_at_end(place_of(body, ball.weights, to_));
    // m, radius of the space that the body sweeps, plus the contact distance
    const double reach = ball.radius + (centre_to - centre_from).norm() + body.thickness + beside.thickness;
    if (const ConvexShape* convex = beside.convex()) {
        const double apart =
            std::visit([&](const auto& shape) { return nearest_surface(shape, centre_from).distance; }, *convex);
        if (apart > reach) return 1;
    } else if (beside.mesh()->bounds().exteriorDistance(centre_from) > reach) {
        return 1;
    }
    double part = 1;
    for (const BodyPoint& point : shapes_.points(b)) {
        const BodyResistance resistance = shapes_.beside_obstacle(b, obstacle, point.radius);
        const MovingPoint motion{seen_from(place_of(body, point.weights, from_)),
                                 path.seen_at_end(place_of(body, point.weights, to_))};
        part = std::min(
            part, beside.convex() != nullptr
                      ? collision_free_step_of(*beside.convex(), resistance, point.radius, motion.start, motion.end)
                      : in_mesh(*beside.mesh(), resistance, point.radius, motion));
    }
    const SphereShape swept{centre_from, reach};
    shapes_.for_each_point(obstacle, b, swept, [&](const Vec3& start, const Vec3& end, double radius) {
        const BodyResistance resistance = shapes_.beside_corner(b, obstacle);
        part = std::min(part,
                        collision_free_step_of(body.shape, resistance, radius, pose_from_[b].local(placed_from(start)),
                                               pose_to_[b].local(path.placed_at_end(end))));
    });
    return part;
}

double BodyCcd::between_bodies(std::size_t b, std::size_t other) const
{
    const BodyPoint& ball = shapes_.ball(b);
    const BodyPoint& other_ball = shapes_.ball(other);
    const auto apart = [&](std::span<const Vec3> x) {
        return Vec3(place_of(shapes_.body(b), ball.weights, x) - place_of(shapes_.body(other), other_ball.weights, x));
    };
    if (least_distance_from_origin(apart(from_), apart(to_)) > ball.radius + other_ball.radius) return 1;
    double part = 1;
    for (const auto& [guest, host] : {std::pair(b, other), std::pair(other, b)}) {
        if (shapes_.are_balls(guest, host) && guest < host) continue;
        const BodyResistance resistance = shapes_.between_bodies(guest, host);
        const RigidBody& body = shapes_.body(guest);
        for (const BodyPoint& point : shapes_.points(guest))
            part = std::min(part, collision_free_step_of(shapes_.body(host).shape, resistance, point.radius,
                                                         pose_from_[host].local(place_of(body, point.weights, from_)),
                                                         pose_to_[host].local(place_of(body, point.weights, to_))));
    }
    return part;
}

double BodyCcd::max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to)
{
    place(from, to);
    double part = 1;
    for (std::size_t b = 0; b < shapes_.size(); ++b) {
        part = std::min(part, until_flat(b));
        for (int o = 0; o < shapes_.contacts().obstacle_count(); ++o)
            part = std::min(part, beside_obstacle(b, o, Obstacles::at_end));
        for (std::size_t other = 0; other < b; ++other) part = std::min(part, between_bodies(b, other));
    }
    return part;
}

void BodyCcd::shorten(std::size_t b, double part, std::span<const Vec3> from, std::span<Vec3> to) const
{
    const int first = shapes_.body(b).first;
    for (int p = first; p < first + 4; ++p) to[p] = from[p] + part * (whole_[p] - from[p]);
}

void BodyCcd::limit(std::span<const Vec3> from, std::span<Vec3> to, Obstacles which)
{
    // Shortening one body can bring it into the path of another. So all pairs are tested again until none fails.
    constexpr int most_passes = 16;
    whole_.assign(to.begin(), to.end());
    part_.assign(shapes_.size(), 1);
    for (int pass = 0; pass < most_passes; ++pass) {
        place(from, to);
        next_part_ = part_;
        const auto lower = [&](std::size_t b, double free) {
            next_part_[b] = std::min(next_part_[b], free * part_[b]);
        };
        for (std::size_t b = 0; b < shapes_.size(); ++b) {
            lower(b, until_flat(b));
            for (int o = 0; o < shapes_.contacts().obstacle_count(); ++o)
                if (looks_at(o, which)) lower(b, beside_obstacle(b, o, which));
            for (std::size_t other = 0; other < b; ++other) {
                const double free = between_bodies(b, other);
                lower(b, free);
                lower(other, free);
            }
        }
        if (next_part_ == part_) return;
        part_ = next_part_;
        // If the passes do not end, the shortened bodies stay where they are, and finally all bodies do.
        if (pass + 2 == most_passes)
            for (double& part : part_) part = part < 1 ? 0 : 1;
        if (pass + 1 == most_passes) std::ranges::fill(part_, 0);
        for (std::size_t b = 0; b < shapes_.size(); ++b)
            if (part_[b] < 1) shorten(b, part_[b], from, to);
    }
}

void BodyCcd::limit(std::span<const Vec3> from, std::span<Vec3> to) { limit(from, to, Obstacles::at_end); }

void BodyCcd::enter_step(std::span<const Vec3> x, std::span<Vec3> to)
{
    limit(x, to, Obstacles::that_rest);
    for (int o = 0; o < shapes_.contacts().obstacle_count(); ++o) {
        if (!looks_at(o, Obstacles::moving)) continue;
        const ObstaclePath& path = shapes_.contacts().path(o);
        for (std::size_t b = 0; b < shapes_.size(); ++b) {
            place(x, to);
            const double part = beside_obstacle(b, o, Obstacles::moving);
            if (part == 1) continue;
            const int first = shapes_.body(b).first;
            for (int p = first; p < first + 4; ++p) {
                const Vec3 from = path.seen_at_start(x[p]), end = path.seen_at_end(to[p]);
                to[p] = path.placed_at_end(from + part * (end - from));
            }
        }
    }
}

}  // namespace tulle
