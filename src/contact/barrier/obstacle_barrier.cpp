#include "contact/barrier/obstacle_barrier.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tulle {
namespace {

// Part of the contact distance. A particle that starts a step nearer to the surface, and was not outside before, is
// drawn out.
constexpr double let_out_below = smooth_separation + 0.01;
// Part of the contact distance by which a particle is drawn out in a step.
constexpr double gap_when_let_out = 0.25;
// Stiffness of the spring that draws a particle out, in units of m/h^2. The spring also carries the load on the
// particle.
constexpr double let_out_stiffness = 100;
constexpr double outside = std::numeric_limits<double>::infinity();

SurfacePoint surface_of(const Obstacle& obstacle, const Vec3& seen)
{
    return std::visit([&](const auto& shape) { return nearest_surface(shape, seen); }, *obstacle.convex());
}

}  // namespace

ObstacleBarrier::ObstacleBarrier(const ActiveSet& contacts, std::span<const double> mass, double h, double load)
    : contacts_(contacts),
      load_(load),
      let_out_to_(mass.size() * static_cast<std::size_t>(contacts.obstacle_count()), outside),
      was_outside_(let_out_to_.size(), 0),
      slip_(friction_speed * h),
      found_(block_count(mass.size()))
{
    frictions_.begin.assign(mass.size() + 1, 0);
    before_ = frictions_;
    for (const double m : mass) inertia_.push_back(m / (h * h));
    for (int o = 0; o < contacts.obstacle_count(); ++o)
        if (contacts.obstacle(o).surface() == nullptr) smooth_.push_back(o);
}

BarrierPotential ObstacleBarrier::barrier_of(std::size_t p, double d_hat) const
{
    const double d_min = smooth_separation * d_hat;
    return {std::max(barrier_stiffness * inertia_[p], bearing_stiffness(load_, d_hat - d_min)), d_hat, d_min};
}

double ObstacleBarrier::smallest_contact_distance() const
{
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < inertia_.size(); ++p) {
        if (contacts_.pinned()[p] != 0) continue;
        for (const int o : smooth_) smallest = std::min(smallest, contacts_.contact_distance(p, o));
    }
    return smallest;
}

ObstacleBarrier::Touch ObstacleBarrier::touch_at(std::size_t p, int o, double distance) const
{
    const double d_hat = contacts_.contact_distance(p, o);
    double target = let_out_to_[pair(p, o)];
    // A particle that began outside gets inside only by rounding, or if an obstacle closes on it from two sides.
    if (target == outside && distance <= smooth_separation * d_hat) target = d_hat;
    if (target == outside) {
        const BarrierPotential barrier = barrier_of(p, d_hat);
        return {barrier.energy(distance), barrier.force(distance), barrier.curvature(distance), Vec3::Zero(), o};
    }
    const double stiffness = std::max(let_out_stiffness * inertia_[p], load_ / (gap_when_let_out * d_hat));
    const double missing = std::max(target - distance, 0.0);
    return {0.5 * stiffness * missing * missing, stiffness * missing, missing > 0 ? stiffness : 0.0, Vec3::Zero(), o};
}

template <class Visit>
void ObstacleBarrier::for_each_touch(std::size_t p, const Vec3& x, const Visit& visit) const
{
    if (contacts_.pinned()[p] != 0) return;
    for (const int o : smooth_) {
        const ObstaclePath& path = contacts_.path(o);
        const SurfacePoint surface = surface_of(contacts_.obstacle(o), path.seen_at_end(x));
        if (!(surface.distance < contacts_.contact_distance(p, o))) continue;
        Touch touch = touch_at(p, o, surface.distance);
        touch.normal = path.turned_at_end(surface.normal);
        visit(touch);
    }
}

void ObstacleBarrier::list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts)
{
    for (std::size_t p = 0; p < inertia_.size(); ++p)
        for_each_touch(p, x[p], [&](const Touch& touch) {
            contacts.push_back({.particles = {static_cast<int>(p)},
                                .shares = {1},
                                .obstacle = touch.obstacle,
                                .point = x[p],
                                .normal = touch.normal,
                                .force = touch.force});
        });
}

int ObstacleBarrier::count(std::span<const Vec3> x)
{
    return count_.sum(x.size(), 0, [&](std::size_t begin, std::size_t end) {
        int count = 0;
        for (std::size_t p = begin; p < end; ++p) for_each_touch(p, x[p], [&](const Touch&) { ++count; });
        return count;
    });
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

double ObstacleBarrier::collision_free_step(std::size_t p, int o, const Vec3& from, const Vec3& to) const
{
    const Obstacle& obstacle = contacts_.obstacle(o);
    const double d = surface_of(obstacle, from).distance;
    const double length = (to - from).norm();
    if (d <= 0 || length == 0) return 1;
    const double d_hat = contacts_.contact_distance(p, o), d_min = smooth_separation * d_hat;
    const bool is_let_out = let_out_to_[pair(p, o)] != outside || d <= d_min;  // no barrier
    const double least = is_let_out ? least_gap_left * d : least_distance_left(d, d_hat, d_min);
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
                for (const int o : smooth_) {
                    const ObstaclePath& path = contacts_.path(o);
                    part =
                        std::min(part, collision_free_step(p, o, path.seen_at_end(from[p]), path.seen_at_end(to[p])));
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
        for (const int o : smooth_) {
            const ObstaclePath& path = contacts_.path(o);
            part = std::min(part, collision_free_step(p, o, path.seen_at_end(from[p]), path.seen_at_end(to[p])));
        }
        if (part < 1) to[p] = from[p] + part * (to[p] - from[p]);
    });
}

/// Applies the law of sliding friction to displacements instead of speeds.
FrictionResponse ObstacleBarrier::response(const Friction& friction, const Vec3& x) const
{
    return sliding_friction(friction.normal, (friction_speed / slip_) * friction.displacement(x), friction.limit);
}

double ObstacleBarrier::held_energy(const Friction& friction, const Vec3& x) const
{
    // Integral of limit (2 - y) y, where y is the displacement over slip_. Displacement beyond y = 1 stores no energy.
    const double y = std::min(friction.displacement(x).norm() / slip_, 1.0);
    return friction.limit * slip_ * (1 - y / 3) * y * y;
}

void ObstacleBarrier::find_frictions(std::span<const Vec3> x)
{
    // A step that is tried again begins at the same x. Its first try is then not the past.
    if (!std::ranges::equal(entered_, x)) {
        std::swap(before_, frictions_);
        entered_.assign(x.begin(), x.end());
    }
    parallel_blocks(x.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
        found_[block].clear();
        for (std::size_t p = begin; p < end; ++p) {
            const std::size_t before = found_[block].size();
            if (contacts_.pinned()[p] == 0)
                add_frictions(p, x[p], found_[block]);
            else
                for (const int o : smooth_) was_outside_[pair(p, o)] = 0;
            frictions_.begin[p + 1] = static_cast<int>(found_[block].size() - before);
        }
    });
    frictions_.begin[0] = 0;
    std::partial_sum(frictions_.begin.begin(), frictions_.begin.end(), frictions_.begin.begin());
    frictions_.list.clear();
    for (const std::vector<Friction>& list : found_)
        frictions_.list.insert(frictions_.list.end(), list.begin(), list.end());
}

void ObstacleBarrier::add_frictions(std::size_t p, const Vec3& x, std::vector<Friction>& list)
{
    for (const int o : smooth_) {
        const ObstaclePath& path = contacts_.path(o);
        const double d_hat = contacts_.contact_distance(p, o);
        const Vec3 seen = path.seen_at_start(x);
        const SurfacePoint surface = surface_of(contacts_.obstacle(o), seen);
        // The result is the same if a step is tried again with the same x.
        unsigned char& was_outside = was_outside_[pair(p, o)];
        const bool is_out = surface.distance > (was_outside != 0 ? smooth_separation : let_out_below) * d_hat;
        was_outside = is_out ? 1 : 0;
        let_out_to_[pair(p, o)] = is_out ? outside : surface.distance + gap_when_let_out * d_hat;
        const double coefficient = contacts_.friction(static_cast<int>(p), o);
        if (!is_out || !(surface.distance < d_hat) || !(coefficient > 0)) continue;
        Vec3 anchor = seen;
        for (const Friction& last : before_.of(p)) {
            if (last.obstacle != o) continue;
            Vec3 along = seen - last.anchor_seen;
            along -= surface.normal.dot(along) * surface.normal;
            anchor = seen - std::min(slip_ / std::max(along.norm(), slip_), 1.0) * along;
        }
        const double pressure = touch_at(p, o, surface.distance).force;
        list.push_back(
            {path.turned_at_end(surface.normal), path.placed_at_end(anchor), anchor, coefficient * pressure, o});
    }
}

void ObstacleBarrier::forget_friction()
{
    for (Frictions* frictions : {&frictions_, &before_}) {
        frictions->list.clear();
        std::ranges::fill(frictions->begin, 0);
    }
    std::ranges::fill(was_outside_, 0);
    entered_.clear();
}

void ObstacleBarrier::save(ArchiveWriter& out) const
{
    out.array(std::span<const unsigned char>(was_outside_));
    out.array(std::span<const int>(frictions_.begin));
    for (const Friction& friction : frictions_.list) {
        out.value(friction.obstacle);
        for (int axis = 0; axis < 3; ++axis) out.value(friction.anchor_seen[axis]);
    }
}

void ObstacleBarrier::restore(ArchiveReader& in)
{
    in.array(std::span<unsigned char>(was_outside_));
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
        // Obstacles at rest shorten the motion. Moving obstacles carry the particle along, one after another.
        double part = 1;
        for (const int o : smooth_)
            if (!contacts_.path(o).moves()) part = std::min(part, collision_free_step(p, o, x[p], to[p]));
        if (part < 1) to[p] = x[p] + part * (to[p] - x[p]);
        for (const int o : smooth_) {
            const ObstaclePath& path = contacts_.path(o);
            if (!path.moves()) continue;
            const Vec3 from = path.seen_at_start(x[p]), end = path.seen_at_end(to[p]);
            const double moving_part = collision_free_step(p, o, from, end);
            if (moving_part < 1) to[p] = path.placed_at_end(from + moving_part * (end - from));
        }
    });
}

}  // namespace tulle
