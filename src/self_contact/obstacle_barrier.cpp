#include "self_contact/obstacle_barrier.hpp"

#include "self_contact/barrier.hpp"

#include <algorithm>

namespace tulle {
namespace {

// Of the contact distance: nearer to the surface at the start of a step, particles are let out.
constexpr double let_out_below = 0.02;
// Of the contact distance: how far one that is let out goes in its first step.
constexpr double way_out = 0.25;

SurfacePoint surface_of(const Obstacle& obstacle, const Vec3& seen)
{
    return std::visit([&](const auto& shape) { return nearest_surface(shape, seen); }, *obstacle.convex());
}

}  // namespace

ObstacleBarrier::ObstacleBarrier(const Contacts& contacts, std::span<const double> mass, double h)
    : contacts_(contacts),
      let_out_(mass.size() * static_cast<std::size_t>(contacts.obstacle_count()), 0),
      slip_(friction_speed * h)
{
    frictions_.begin.assign(mass.size() + 1, 0);
    before_ = frictions_;
    for (const double m : mass) {
        stiffness_.push_back(barrier_stiffness * m / (h * h));
        push_.push_back(way_out * m / (h * h));
    }
}

template <class Visit>
void ObstacleBarrier::for_each_touch(std::size_t p, const Vec3& x, const Visit& visit) const
{
    if (contacts_.pinned()[p] != 0) return;
    for (int o = 0; o < contacts_.obstacle_count(); ++o) {
        const ObstaclePath& path = contacts_.path(o);
        const double d_hat = contacts_.kept(p, o);
        const SurfacePoint surface = surface_of(contacts_.obstacle(o), path.seen_at_end(x));
        if (!(surface.distance < d_hat)) continue;
        const Vec3 normal = path.turned_at_end(surface.normal);
        if (surface.distance <= 0 || is_let_out(p, o)) {
            const double force = push_[p] * d_hat;
            visit(Touch{force * (d_hat - surface.distance), force, 0, normal});
        } else {
            const Barrier barrier{stiffness_[p], d_hat};
            visit(Touch{barrier.energy(surface.distance), barrier.force(surface.distance),
                        barrier.curvature(surface.distance), normal});
        }
    }
}

int ObstacleBarrier::count(std::span<const Vec3> x)
{
    int count = 0;
    for (std::size_t p = 0; p < x.size(); ++p) for_each_touch(p, x[p], [&](const Touch&) { ++count; });
    return count;
}

double ObstacleBarrier::energy(std::span<const Vec3> x)
{
    return sum_.sum(x.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double energy = 0;
        for (std::size_t p = begin; p < end; ++p) {
            for_each_touch(p, x[p], [&](const Touch& t) { energy += t.energy; });
            for (const Friction& friction : frictions_.of(p)) energy += held_energy(friction, x[p]);
        }
        return energy;
    });
}

void ObstacleBarrier::add_force(std::span<const Vec3> x, std::span<const Vec3>, std::span<Vec3> f)
{
    parallel_for(x.size(), [&](std::size_t p) {
        for_each_touch(p, x[p], [&](const Touch& touch) { f[p] += touch.force * touch.normal; });
        for (const Friction& friction : frictions_.of(p)) f[p] += response(friction, x[p]).impulse;
    });
}

void ObstacleBarrier::add_jacobian(std::span<const Vec3> x, std::span<const Vec3>, JacobianTreatment, double scale_x,
                                   double, Csr<Mat3>& A)
{
    parallel_for(x.size(), [&](std::size_t p) {
        for_each_touch(p, x[p], [&](const Touch& touch) {
            A.diagonal(p) -= (scale_x * touch.curvature) * (touch.normal * touch.normal.transpose());
        });
        for (const Friction& friction : frictions_.of(p))
            A.diagonal(p) -= (scale_x * friction_speed / slip_) * response(friction, x[p]).drag;
    });
}

double ObstacleBarrier::free_part(std::size_t p, int o, const Vec3& from, const Vec3& to) const
{
    const Obstacle& obstacle = contacts_.obstacle(o);
    const double d = surface_of(obstacle, from).distance;
    const double length = (to - from).norm();
    if (d <= 0 || length == 0) return 1;
    const double least = least_gap_left * std::min(d, contacts_.kept(p, o));
    if (d - length >= least) return 1;
    const Impact impact =
        std::visit([&](const auto& shape) { return first_impact(shape, least, from, to); }, *obstacle.convex());
    return impact.hit ? std::min((impact.point - from).norm() / length, 1.0) : 1;
}

double ObstacleBarrier::max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to)
{
    return sum_.reduce(
        from.size(), 1.0,
        [&](std::size_t begin, std::size_t end) {
            double part = 1;
            for (std::size_t p = begin; p < end; ++p) {
                if (contacts_.pinned()[p] != 0) continue;
                for (int o = 0; o < contacts_.obstacle_count(); ++o) {
                    const ObstaclePath& path = contacts_.path(o);
                    part = std::min(part, free_part(p, o, path.seen_at_end(from[p]), path.seen_at_end(to[p])));
                }
            }
            return part;
        },
        [](double a, double b) { return std::min(a, b); });
}

void ObstacleBarrier::limit_motion(std::span<const Vec3> from, std::span<Vec3> to)
{
    parallel_for(from.size(), [&](std::size_t p) {
        if (contacts_.pinned()[p] != 0) return;
        double part = 1;
        for (int o = 0; o < contacts_.obstacle_count(); ++o) {
            const ObstaclePath& path = contacts_.path(o);
            part = std::min(part, free_part(p, o, path.seen_at_end(from[p]), path.seen_at_end(to[p])));
        }
        if (part < 1) to[p] = from[p] + part * (to[p] - from[p]);
    });
}

/// The law of sliding friction, in displacements instead of speeds.
FrictionResponse ObstacleBarrier::response(const Friction& friction, const Vec3& x) const
{
    return sliding_friction(friction.normal, (friction_speed / slip_) * friction.displacement(x), friction.limit);
}

double ObstacleBarrier::held_energy(const Friction& friction, const Vec3& x) const
{
    // The integral of limit (2 - y) y, y the displacement over slip_; what goes beyond y = 1 is lost.
    const double y = std::min(friction.displacement(x).norm() / slip_, 1.0);
    return friction.limit * slip_ * (1 - y / 3) * y * y;
}

void ObstacleBarrier::find_frictions(std::span<const Vec3> x)
{
    // A step that is tried again begins where it began: what it had found before is not the past.
    if (!std::ranges::equal(entered_, x)) {
        std::swap(before_, frictions_);
        entered_.assign(x.begin(), x.end());
    }
    frictions_.list.clear();
    for (std::size_t p = 0; p < x.size(); ++p) {
        frictions_.begin[p] = static_cast<int>(frictions_.list.size());
        if (contacts_.pinned()[p] != 0) continue;
        for (int o = 0; o < contacts_.obstacle_count(); ++o) {
            const ObstaclePath& path = contacts_.path(o);
            const double d_hat = contacts_.kept(p, o);
            const Vec3 seen = path.seen_at_start(x[p]);
            const SurfacePoint surface = surface_of(contacts_.obstacle(o), seen);
            const bool is_out = surface.distance > let_out_below * d_hat;
            let_out_[p * static_cast<std::size_t>(contacts_.obstacle_count()) + static_cast<std::size_t>(o)] =
                is_out ? 0 : 1;
            const double coefficient = contacts_.friction(static_cast<int>(p), o);
            if (!is_out || !(surface.distance < d_hat) || !(coefficient > 0)) continue;
            Vec3 anchor = seen;
            for (const Friction& last : before_.of(p)) {
                if (last.obstacle != o) continue;
                Vec3 along = seen - last.anchor_seen;
                along -= surface.normal.dot(along) * surface.normal;
                anchor = seen - std::min(slip_ / std::max(along.norm(), slip_), 1.0) * along;
            }
            frictions_.list.push_back({path.turned_at_end(surface.normal), path.placed_at_end(anchor), anchor,
                                       coefficient * Barrier{stiffness_[p], d_hat}.force(surface.distance), o});
        }
    }
    frictions_.begin[x.size()] = static_cast<int>(frictions_.list.size());
}

void ObstacleBarrier::save(ArchiveWriter& out) const
{
    out.array(std::span<const int>(frictions_.begin));
    for (const Friction& friction : frictions_.list) {
        out.value(friction.obstacle);
        for (int axis = 0; axis < 3; ++axis) out.value(friction.anchor_seen[axis]);
    }
}

void ObstacleBarrier::restore(ArchiveReader& in)
{
    in.array(std::span<int>(frictions_.begin));
    frictions_.list.assign(static_cast<std::size_t>(frictions_.begin.back()), {});
    for (Friction& friction : frictions_.list) {
        in.value(friction.obstacle);
        for (int axis = 0; axis < 3; ++axis) in.value(friction.anchor_seen[axis]);
    }
    entered_.clear();
}

void ObstacleBarrier::enter_step(std::span<const Vec3> x, std::span<Vec3> to)
{
    find_frictions(x);
    parallel_for(x.size(), [&](std::size_t p) {
        if (contacts_.pinned()[p] != 0) return;
        // Obstacles that stand still shorten the motion; those that move take the particle along, one after another.
        double part = 1;
        for (int o = 0; o < contacts_.obstacle_count(); ++o)
            if (!contacts_.path(o).moves()) part = std::min(part, free_part(p, o, x[p], to[p]));
        if (part < 1) to[p] = x[p] + part * (to[p] - x[p]);
        for (int o = 0; o < contacts_.obstacle_count(); ++o) {
            const ObstaclePath& path = contacts_.path(o);
            if (!path.moves()) continue;
            const Vec3 from = path.seen_at_start(x[p]), end = path.seen_at_end(to[p]);
            const double moving_part = free_part(p, o, from, end);
            if (moving_part < 1) to[p] = path.placed_at_end(from + moving_part * (end - from));
        }
    });
}

}  // namespace tulle
