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
      friction_begin_(mass.size() + 1, 0)
{
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
        for (std::size_t p = begin; p < end; ++p) for_each_touch(p, x[p], [&](const Touch& t) { energy += t.energy; });
        return energy;
    });
}

void ObstacleBarrier::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    parallel_for(x.size(), [&](std::size_t p) {
        for_each_touch(p, x[p], [&](const Touch& touch) { f[p] += touch.force * touch.normal; });
        for (int k = friction_begin_[p]; k < friction_begin_[p + 1]; ++k) {
            const Friction& friction = frictions_[k];
            f[p] += sliding_friction(friction.normal, v[p] - friction.drift, friction.limit).impulse;
        }
    });
}

void ObstacleBarrier::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment, double scale_x,
                                   double scale_v, Csr<Mat3>& A)
{
    parallel_for(x.size(), [&](std::size_t p) {
        for_each_touch(p, x[p], [&](const Touch& touch) {
            A.diagonal(p) -= (scale_x * touch.curvature) * (touch.normal * touch.normal.transpose());
        });
        for (int k = friction_begin_[p]; k < friction_begin_[p + 1]; ++k) {
            const Friction& friction = frictions_[k];
            A.diagonal(p) -= scale_v * sliding_friction(friction.normal, v[p] - friction.drift, friction.limit).drag;
        }
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

void ObstacleBarrier::enter_step(std::span<const Vec3> x, std::span<Vec3> to)
{
    frictions_.clear();
    for (std::size_t p = 0; p < x.size(); ++p) {
        friction_begin_[p] = static_cast<int>(frictions_.size());
        if (contacts_.pinned()[p] != 0) continue;
        for (int o = 0; o < contacts_.obstacle_count(); ++o) {
            const ObstaclePath& path = contacts_.path(o);
            const double d_hat = contacts_.kept(p, o);
            const SurfacePoint surface = surface_of(contacts_.obstacle(o), path.seen_at_start(x[p]));
            const bool is_out = surface.distance > let_out_below * d_hat;
            let_out_[p * static_cast<std::size_t>(contacts_.obstacle_count()) + static_cast<std::size_t>(o)] =
                is_out ? 0 : 1;
            const double coefficient = contacts_.friction(static_cast<int>(p), o);
            if (!is_out || !(surface.distance < d_hat) || !(coefficient > 0)) continue;
            const Vec3 seen = path.seen_at_start(x[p]);
            frictions_.push_back({path.turned_at_start(surface.normal), contacts_.drift(o, seen),
                                  coefficient * Barrier{stiffness_[p], d_hat}.force(surface.distance)});
        }
    }
    friction_begin_[x.size()] = static_cast<int>(frictions_.size());

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
