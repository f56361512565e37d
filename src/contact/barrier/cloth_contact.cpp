#include "contact/barrier/cloth_contact.hpp"

#include "contact/barrier/barrier_potential.hpp"
#include "geometry/continuous_distance.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

#include <utility>

namespace tulle {
namespace {

// Slop of continuous detection, as a part of the distance that a motion must leave: a motion may end this much sooner.
constexpr double slop_part = 0.2;
// Sine of the angle between two edges below which their barrier fades.
constexpr double parallel_below = 0.1;

double smooth_step(double part)
{
    const double p = std::clamp(part, 0.0, 1.0);
    return p * p * (3 - 2 * p);
}

MovingPoint motion_of(int particle, std::span<const Vec3> from, std::span<const Vec3> to)
{
    return {from[particle], to[particle]};
}

/// Returns a lower bound [m] of the distance of a pair after each of its parts has moved by at most `gone` [m].
double least_distance(const SurfacePair& pair, double gone)
{
    constexpr double rounding = 1e-9;
    return (1 - rounding) * pair.apart - (2 + rounding) * gone;
}

/// Returns the part of the motion, in [0, 1], before a pair comes too near.
double collision_free_step_of(const SurfacePair& pair, const ContactSurface& surface, std::span<const Vec3> from,
                              std::span<const Vec3> to)
{
    if (surface.is_let_through(pair)) return 1;
    double longest = 0;  // m, motion of a corner relative to the first corner
    const Vec3 common = to[pair.particles[0]] - from[pair.particles[0]];
    for (const int p : pair.particles) longest = std::max(longest, (to[p] - from[p] - common).norm());
    const double distance = closest_points(pair, from).between.norm();
    const double contact_distance = pair.contact_distance > 0 ? pair.contact_distance : surface.contact_distance(pair);
    const double nearest = least_distance_left(distance, contact_distance);
    if (distance - 2 * longest > (1 + slop_part) * nearest) return 1;
    const ImpactTolerance tolerance{nearest, slop_part * nearest};
    const auto& [a, b, c, d] = pair.particles;
    const MovingImpact impact =
        pair.kind == PairKind::vertex_face
            ? point_triangle_impact(motion_of(a, from, to),
                                    {motion_of(b, from, to), motion_of(c, from, to), motion_of(d, from, to)}, tolerance)
            : edge_edge_impact({motion_of(a, from, to), motion_of(b, from, to)},
                               {motion_of(c, from, to), motion_of(d, from, to)}, tolerance);
    return impact.hit ? impact.time : 1;
}

}  // namespace

ClothContact::ClothContact(ContactSurface surface, std::span<const double> mass, double h)
    : surface_(std::move(surface)), candidates_(surface_), friction_(friction_speed * h)
{
    for (const double m : mass) inertia_.push_back(m / (h * h));
}

double ClothContact::stiffness(const SurfacePair& pair) const
{
    double sum = 0;
    int count = 0;
    for (const int p : pair.particles) {
        if (surface_.is_obstacle(p)) continue;  // only the mass of cloth counts
        sum += inertia_[p];
        ++count;
    }
    const double bearing = bearing_stiffness(surface_.load(pair), surface_.thickness(pair));
    return std::max(barrier_stiffness * sum / count, bearing) * crossing_weight(pair);
}

double ClothContact::crossing_weight(const SurfacePair& pair) const
{
    if (pair.kind == PairKind::vertex_face || begin_.empty()) return 1;
    const auto& [a, b, c, d] = pair.particles;
    const Vec3 one = begin_[b] - begin_[a];
    const Vec3 other = begin_[d] - begin_[c];
    const double sine = one.cross(other).norm() / std::sqrt(one.squaredNorm() * other.squaredNorm());
    return smooth_step(sine / parallel_below);
}

void ClothContact::find_touches(std::span<const Vec3> x)
{
    if (std::ranges::equal(touching_, x)) return;
    candidates_.cover(x);
    touching_.assign(x.begin(), x.end());
    motion_.set(x);
    const std::span<SurfacePair> candidates = candidates_.all();
    const double gone = candidates_.distance_gone();
    // Nearly all candidates are farther apart than any contact distance, which spares looking up their own.
    const double largest = surface_.largest_contact_distance();
    const auto may_touch = [&](const SurfacePair& pair, double least) {
        return least < largest && least < surface_.thickness(pair);
    };
    found_.start(block_count(candidates.size()));
    parallel_blocks(candidates.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
        std::vector<TouchingPair>& found = found_.block(block);
        found.clear();
        PairBatches batches;
        const auto look = [&](PairBatch& batch) {
            const PairBatch::Lanes& least = batch.least_distances(motion_);
            for (std::size_t k = 0; k < batch.size(); ++k) {
                SurfacePair& pair = candidates[batch.number(k)];
                if (may_touch(pair, static_cast<double>(least[k]))) add_touch(pair, x, found);
            }
        };
        for (std::size_t k = begin; k < end; ++k) {
            const SurfacePair& pair = candidates[k];
            if (may_touch(pair, least_distance(pair, gone))) batches.add(pair.particles, pair.kind, k, motion_, look);
        }
        batches.finish(look);
    });
    found_.join(inertia_.size(), touches_);
}

void ClothContact::add_touch(SurfacePair& pair, std::span<const Vec3> x, std::vector<TouchingPair>& touches) const
{
    if (surface_.is_let_through(pair)) return;
    const PairPoints points = closest_points(pair, x);
    const double distance = points.between.norm();
    if (!(distance < surface_.thickness(pair))) return;
    if (pair.contact_distance == 0) pair.contact_distance = surface_.contact_distance(pair);
    if (!(distance < pair.contact_distance)) return;
    const BarrierPotential barrier{stiffness(pair), pair.contact_distance};
    TouchingPair touch;
    touch.particles = pair.particles;
    touch.kind = pair.kind;
    touch.shares = points.shares;
    touch.normal = points.between / distance;
    touch.energy = barrier.energy(distance);
    touch.pressure = barrier.force(distance);
    touch.stiffness = barrier.curvature(distance);
    touch.friction = surface_.friction(pair);
    if (touch.stiffness > 0) touches.push_back(touch);
}

int ClothContact::count(std::span<const Vec3> x)
{
    find_touches(x);
    return static_cast<int>(touches_.size());
}

void ClothContact::list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts)
{
    // A search of its own: the candidates affect later steps, and a question must not.
    std::vector<SurfacePair> pairs;
    candidates_.find_meeting(x, x, pairs);
    std::vector<TouchingPair> touching;
    for (SurfacePair& pair : pairs) add_touch(pair, x, touching);
    for (const TouchingPair& touch : touching) {
        ContactPoint& contact = contacts.emplace_back(ContactPoint{.normal = touch.normal, .force = touch.pressure});
        for (std::size_t k = 0; k < touch.particles.size(); ++k) {
            if (touch.shares[k] == 0) continue;
            contact.particles.push_back(touch.particles[k]);
            contact.shares.push_back(touch.shares[k]);
            if (touch.shares[k] > 0) contact.point += touch.shares[k] * x[touch.particles[k]];
        }
    }
}

double ClothContact::energy(std::span<const Vec3> x)
{
    // The sum is over touching pairs, not over candidates: the number of candidates depends on the last search, and the
    // rounding of a sum over them would depend on it, too.
    find_friction_pairs();
    find_touches(x);
    const double pressed = sum_.sum(touches_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double energy = 0;
        for (std::size_t k = begin; k < end; ++k) energy += touches_[k].energy;
        return energy;
    });
    const std::span<const LaggedFriction::Pair> rubbing = friction_.pairs();
    return pressed + sum_.sum(rubbing.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double energy = 0;
        for (std::size_t k = begin; k < end; ++k) energy += friction_.held_energy(rubbing[k], x);
        return energy;
    });
}

void ClothContact::add_force(std::span<const Vec3> x, std::span<const Vec3>, std::span<Vec3> f)
{
    find_friction_pairs();
    find_touches(x);
    const std::size_t count = touches_.size();
    const std::span<const LaggedFriction::Pair> rubbing = friction_.pairs();
    const auto force_of = [&](std::size_t k) {
        return k < count ? Vec3(touches_[k].pressure * touches_[k].normal)
                         : friction_.response(rubbing[k - count], x).impulse;
    };
    force_.resize(count + rubbing.size());
    parallel_for(force_.size(), [&](std::size_t k) { force_[k] = force_of(k); });
    parallel_ranges(f.size(), [&](std::size_t first, std::size_t last) {
        for (std::size_t k = 0; k < force_.size(); ++k) {
            const TouchingPair& touch = k < count ? std::as_const(touches_[k]) : rubbing[k - count];
            for (std::size_t corner = 0; corner < 4; ++corner) {
                const auto p = static_cast<std::size_t>(touch.particles[corner]);
                if (p >= first && p < last) f[p] += touch.shares[corner] * force_[k];
            }
        }
    });
}

void ClothContact::add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3>, double scale_x, double,
                                       std::vector<StencilBlock>& blocks)
{
    find_friction_pairs();
    find_touches(x);
    const std::span<const LaggedFriction::Pair> rubbing = friction_.pairs();
    const std::size_t first = blocks.size(), first_rubbing = first + touches_.size();
    blocks.resize(first_rubbing + rubbing.size());
    parallel_for(touches_.size(), [&](std::size_t k) {
        const TouchingPair& touch = touches_[k];
        blocks[first + k] = {touch.particles, touch.shares,
                             -scale_x * touch.stiffness * touch.normal * touch.normal.transpose()};
    });
    parallel_for(rubbing.size(), [&](std::size_t k) {
        const LaggedFriction::Pair& pair = rubbing[k];
        blocks[first_rubbing + k] = {pair.particles, pair.shares, -scale_x * friction_.stiffness(pair, x)};
    });
}

double ClothContact::collision_free_step_between(std::span<const SurfacePair> pairs, std::span<const Vec3> from,
                                                 std::span<const Vec3> to)
{
    return largest_.reduce(
        pairs.size(), 1.0,
        [&](std::size_t begin, std::size_t end) {
            double part = 1;
            for (std::size_t k = begin; k < end; ++k)
                part = std::min(part, collision_free_step_of(pairs[k], surface_, from, to));
            return part;
        },
        [](double a, double b) { return std::min(a, b); });
}

double ClothContact::max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to)
{
    candidates_.cover_motion(from, to);
    return collision_free_step_between(candidates_.all(), from, to);
}

bool ClothContact::is_free(std::span<const Vec3> from, std::span<const Vec3> to)
{
    if (std::ranges::equal(from, to)) return true;
    std::vector<SurfacePair> pairs;
    candidates_.find_meeting(from, to, pairs);
    return collision_free_step_between(pairs, from, to) == 1;
}

void ClothContact::limit_motion(std::span<const Vec3> from, std::span<Vec3> to)
{
    constexpr int attempts = 8, smoothed_attempts = 3;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        candidates_.cover_motion(from, to);
        if (planes_.limit(candidates_.all(), surface_, from, to) == 0 || candidates_.covers(to)) return;
        if (attempt >= smoothed_attempts)
            parallel_for(to.size(), [&](std::size_t i) { to[i] = 0.5 * (from[i] + to[i]); });
    }
    std::copy(from.begin(), from.end(), to.begin());
}

void ClothContact::enter_step(std::span<const Vec3> x, std::span<Vec3> to)
{
    limit_motion(x, to);
    find_friction_pairs();
}

void ClothContact::begin_step(std::span<const Vec3> x)
{
    const bool has_torn = surface_.follow_tears();
    if (has_torn) candidates_.forget();
    candidates_.forget_if_patched();
    const bool begins_again = std::ranges::equal(begin_, x);
    if (begins_again && friction_.is_known() && !has_torn) return;
    friction_.begin_step(x, !begins_again);
    begin_.assign(x.begin(), x.end());
    touching_.clear();  // weights of pairs depend on the start of the step
}

void ClothContact::forget_friction()
{
    begin_.clear();
    friction_.clear();
}

void ClothContact::find_friction_pairs()
{
    if (friction_.is_known() || begin_.empty()) return;
    find_touches(begin_);
    friction_.set_pairs(touches_, begin_, surface_);
}

void ClothContact::save(ArchiveWriter& out) const
{
    out.value(!begin_.empty());
    if (begin_.empty()) return;
    out.array(std::span<const Vec3>(begin_));
    friction_.save(out);
    candidates_.save(out, begin_.size());
}

void ClothContact::restore(ArchiveReader& in)
{
    bool has_begun = false;
    in.value(has_begun);
    begin_.clear();
    friction_.clear();
    if (!has_begun) return;
    std::vector<Vec3> x(inertia_.size());
    in.array(std::span<Vec3>(x));
    LaggedFriction friction = friction_;
    friction.restore(in, static_cast<int>(x.size()));
    static_cast<void>(surface_.follow_tears());
    candidates_.restore(in, x.size());
    begin_step(x);
    friction_ = std::move(friction);
}

}  // namespace tulle
