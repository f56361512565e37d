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

// Margin of a search, as a part of the largest contact distance: how far particles may move before the next search.
constexpr double margin_part = 0.25;
// Slop of continuous detection, as a part of the distance that a motion must leave: a motion may end this much sooner.
constexpr double slop_part = 0.2;
// Sine of the angle between two edges below which their barrier fades.
constexpr double parallel_below = 0.1;

double smooth_step(double part)
{
    const double p = std::clamp(part, 0.0, 1.0);
    return p * p * (3 - 2 * p);
}

MovingPoint way_of(int particle, std::span<const Vec3> from, std::span<const Vec3> to)
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
            ? point_triangle_impact(way_of(a, from, to),
                                    {way_of(b, from, to), way_of(c, from, to), way_of(d, from, to)}, tolerance)
            : edge_edge_impact({way_of(a, from, to), way_of(b, from, to)}, {way_of(c, from, to), way_of(d, from, to)},
                               tolerance);
    return impact.hit ? impact.time : 1;
}

}  // namespace

ClothContact::ClothContact(ContactSurface surface, std::span<const double> mass, double h)
    : surface_(std::move(surface)),
      search_(surface_),
      margin_(margin_part * surface_.largest_contact_distance()),
      slip_(friction_speed * h)
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

Vec3 ClothContact::mean_way(std::span<const Vec3> from, std::span<const Vec3> to)
{
    // Obstacles and cloth share no motion. Particles at rest must have no motion here, either.
    if (surface_.has_obstacles()) return Vec3::Zero();
    const Vec3 sum = vector_sum_.sum(from.size(), Vec3::Zero(), [&](std::size_t begin, std::size_t end) {
        Vec3 part = Vec3::Zero();
        for (std::size_t i = begin; i < end; ++i) part += to[i] - from[i];
        return part;
    });
    return sum / static_cast<double>(from.size());
}

double ClothContact::longest_way(std::span<const Vec3> from, std::span<const Vec3> to)
{
    // A motion that all particles share, as in falling, does not change the distances of pairs.
    const Vec3 common = mean_way(from, to);
    const double squared = largest_.reduce(
        from.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
            double most = 0;
            for (std::size_t i = begin; i < end; ++i) most = std::max(most, (to[i] - from[i] - common).squaredNorm());
            return most;
        },
        [](double a, double b) { return std::max(a, b); });
    return std::sqrt(squared);
}

void ClothContact::search(std::span<const Vec3> from, std::span<const Vec3> to)
{
    departure_.assign(from.begin(), from.end());
    anchor_.assign(to.begin(), to.end());
    set_way();
    is_patched_ = false;
    search_.find_near_on_way(departure_, anchor_, mean_way(departure_, anchor_), 2 * margin_, candidates_);
}

bool ClothContact::search_again(std::span<const Vec3> from, std::span<const Vec3> to)
{
    // If more than this part of the particles has moved, a full search costs no more.
    constexpr double most_part = 0.5;
    // Part of the margin beyond which a particle is searched anew. It is below 1, because the new places of these
    // particles change the mean motion a little.
    constexpr double left_part = 0.5;
    if (anchor_.size() != from.size()) return false;
    const Vec3 common_from = mean_way(anchor_, from), common_to = mean_way(anchor_, to);
    const double limit = left_part * margin_ * left_part * margin_;
    moved_.resize(from.size());
    parallel_for(from.size(), [&](std::size_t i) {
        const double left = std::max((from[i] - anchor_[i] - common_from).squaredNorm(),
                                     (to[i] - anchor_[i] - common_to).squaredNorm());
        moved_[i] = left > limit ? 1 : 0;
    });
    const auto count = std::count(moved_.begin(), moved_.end(), 1);
    if (static_cast<double>(count) > most_part * static_cast<double>(from.size())) return false;
    parallel_for(from.size(), [&](std::size_t i) {
        departure_[i] = moved_[i] != 0 ? Vec3(from[i] - common_from) : anchor_[i];
        if (moved_[i] != 0) anchor_[i] = to[i] - common_to;
    });
    set_way();
    is_patched_ = true;
    std::erase_if(candidates_, [&](const SurfacePair& pair) {
        const auto& [a, b, c, d] = pair.particles;
        return (moved_[a] | moved_[b] | moved_[c] | moved_[d]) != 0;
    });
    search_.add_near_on_way(departure_, anchor_, 2 * margin_, moved_, candidates_);
    return true;
}

void ClothContact::set_way()
{
    way_squared_ = sum_.sum(departure_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += (anchor_[i] - departure_[i]).squaredNorm();
        return sum;
    });
}

double ClothContact::distance_gone(std::span<const Vec3> x)
{
    if (anchor_.size() != x.size()) return std::numeric_limits<double>::infinity();
    const double at_end = longest_way(anchor_, x);
    if (at_end <= margin_ || !(way_squared_ > 0)) return at_end;
    const double along = sum_.sum(x.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += (x[i] - departure_[i]).dot(anchor_[i] - departure_[i]);
        return sum;
    });
    const double part = std::clamp(along / way_squared_, 0.0, 1.0);
    place_.resize(x.size());
    parallel_for(x.size(), [&](std::size_t i) { place_[i] = departure_[i] + part * (anchor_[i] - departure_[i]); });
    return longest_way(place_, x);
}

bool ClothContact::covers(std::span<const Vec3> x) { return distance_gone(x) <= margin_; }

void ClothContact::cover(std::span<const Vec3> x)
{
    gone_ = distance_gone(x);
    if (gone_ <= margin_) return;
    if (search_again(x, x)) {
        gone_ = distance_gone(x);
        if (gone_ <= margin_) return;
    }
    search(x, x);
    gone_ = 0;
}

void ClothContact::cover_way(std::span<const Vec3> from, std::span<const Vec3> to)
{
    if (covers(from) && covers(to)) return;
    if (search_again(from, to) && covers(from) && covers(to)) return;
    search(from, to);
}

void ClothContact::find_touches(std::span<const Vec3> x)
{
    if (std::ranges::equal(touching_, x)) return;
    cover(x);
    touching_.assign(x.begin(), x.end());
    motion_.set(x);
    found_.resize(block_count(candidates_.size()));
    parallel_blocks(candidates_.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
        found_[block].clear();
        PairBatches batches;
        const auto look = [&](PairBatch& batch) {
            const PairBatch::Lanes& least = batch.least_distances(motion_);
            for (std::size_t k = 0; k < batch.size(); ++k) {
                SurfacePair& pair = candidates_[batch.number(k)];
                if (static_cast<double>(least[k]) < surface_.thickness(pair)) add_touch(pair, x, found_[block]);
            }
        };
        for (std::size_t k = begin; k < end; ++k) {
            const SurfacePair& pair = candidates_[k];
            if (least_distance(pair, gone_) < surface_.thickness(pair))
                batches.add(pair.particles, pair.kind, k, motion_, look);
        }
        batches.finish(look);
    });
    join_touches();
}

/// Sorts the touching pairs by their particles. Sums then do not depend on the search that found the pairs.
void ClothContact::join_touches()
{
    found_begin_.assign(1, 0);
    for (const std::vector<Touch>& list : found_) found_begin_.push_back(found_begin_.back() + list.size());
    found_touch_.resize(found_begin_.back());
    first_particle_.resize(found_begin_.back());
    parallel_pieces(found_.size(), [&](std::size_t block) {
        std::size_t k = found_begin_[block];
        for (const Touch& touch : found_[block]) {
            found_touch_[k] = &touch;
            first_particle_[k++] = touch.particles[0];
        }
    });
    by_first_particle_.build(inertia_.size(), first_particle_);
    // A Touch is large, so pointers are sorted and each Touch is copied once.
    touches_.resize(found_touch_.size());
    in_order_.resize(found_touch_.size());
    parallel_for(inertia_.size(), [&](std::size_t p) {
        const std::size_t first = by_first_particle_.begin_of(p);
        std::size_t last = first;
        for (const int k : by_first_particle_.of(p)) in_order_[last++] = found_touch_[static_cast<std::size_t>(k)];
        const auto begin = in_order_.begin();
        std::sort(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
                  [](const Touch* a, const Touch* b) { return a->is_before(*b); });
        for (std::size_t k = first; k < last; ++k) touches_[k] = *in_order_[k];
    });
}

void ClothContact::add_touch(SurfacePair& pair, std::span<const Vec3> x, std::vector<Touch>& touches) const
{
    if (surface_.is_let_through(pair)) return;
    const PairPoints points = closest_points(pair, x);
    const double distance = points.between.norm();
    if (!(distance < surface_.thickness(pair))) return;
    if (pair.contact_distance == 0) pair.contact_distance = surface_.contact_distance(pair);
    if (!(distance < pair.contact_distance)) return;
    const BarrierPotential barrier{stiffness(pair), pair.contact_distance};
    Touch touch;
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
    find_touches(x);
    for (const Touch& touch : touches_) {
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
    find_rubbing();
    find_touches(x);
    const double pressed = sum_.sum(touches_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double energy = 0;
        for (std::size_t k = begin; k < end; ++k) energy += touches_[k].energy;
        return energy;
    });
    return pressed + sum_.sum(rubbing_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double energy = 0;
        for (std::size_t k = begin; k < end; ++k) energy += held_energy(rubbing_[k], x);
        return energy;
    });
}

/// Applies the law of sliding friction to displacements instead of speeds.
FrictionResponse ClothContact::response(const Rub& rub, std::span<const Vec3> x) const
{
    return sliding_friction(rub.normal, (friction_speed / slip_) * rub.displacement(x), rub.friction * rub.pressure);
}

double ClothContact::held_energy(const Rub& rub, std::span<const Vec3> x) const
{
    // Integral of limit (2 - y) y, where y is the displacement over slip_. Displacement beyond y = 1 stores no energy.
    const double y = std::min(rub.displacement(x).norm() / slip_, 1.0);
    return rub.friction * rub.pressure * slip_ * (1 - y / 3) * y * y;
}

void ClothContact::add_force(std::span<const Vec3> x, std::span<const Vec3>, std::span<Vec3> f)
{
    find_rubbing();
    find_touches(x);
    const std::size_t count = touches_.size();
    const auto force_of = [&](std::size_t k) {
        return k < count ? Vec3(touches_[k].pressure * touches_[k].normal) : response(rubbing_[k - count], x).impulse;
    };
    force_.resize(count + rubbing_.size());
    parallel_for(force_.size(), [&](std::size_t k) { force_[k] = force_of(k); });
    parallel_ranges(f.size(), [&](std::size_t first, std::size_t last) {
        for (std::size_t k = 0; k < force_.size(); ++k) {
            const Touch& touch = k < count ? touches_[k] : rubbing_[k - count];
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
    find_rubbing();
    find_touches(x);
    const std::size_t first = blocks.size(), first_rubbing = first + touches_.size();
    blocks.resize(first_rubbing + rubbing_.size());
    parallel_for(touches_.size(), [&](std::size_t k) {
        const Touch& touch = touches_[k];
        blocks[first + k] = {touch.particles, touch.shares,
                             -scale_x * touch.stiffness * touch.normal * touch.normal.transpose()};
    });
    parallel_for(rubbing_.size(), [&](std::size_t k) {
        const Rub& rub = rubbing_[k];
        const Mat3 stiffness = (friction_speed / slip_) * response(rub, x).drag;  // N/m
        blocks[first_rubbing + k] = {rub.particles, rub.shares, -scale_x * stiffness};
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
    cover_way(from, to);
    return collision_free_step_between(candidates_, from, to);
}

bool ClothContact::is_free(std::span<const Vec3> from, std::span<const Vec3> to)
{
    if (std::ranges::equal(from, to)) return true;
    std::vector<SurfacePair> pairs;
    search_.find_near_on_way(from, to, mean_way(from, to), 0, pairs);
    return collision_free_step_between(pairs, from, to) == 1;
}

void ClothContact::limit_motion(std::span<const Vec3> from, std::span<Vec3> to)
{
    constexpr int attempts = 8, smoothed_attempts = 3;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        cover_way(from, to);
        if (planes_.limit(candidates_, surface_, from, to) == 0 || covers(to)) return;
        if (attempt >= smoothed_attempts)
            parallel_for(to.size(), [&](std::size_t i) { to[i] = 0.5 * (from[i] + to[i]); });
    }
    std::copy(from.begin(), from.end(), to.begin());
}

void ClothContact::enter_step(std::span<const Vec3> x, std::span<Vec3> to)
{
    limit_motion(x, to);
    find_rubbing();
}

void ClothContact::begin_step(std::span<const Vec3> x)
{
    const bool has_torn = surface_.follow_tears();
    if (has_torn) {
        search_.forget();
        anchor_.clear();
    }
    // A resumed run could not reproduce candidates that come from several searches.
    if (is_patched_) anchor_.clear();
    const bool begins_again = std::ranges::equal(begin_, x);
    if (begins_again && knows_rubbing_ && !has_torn) return;
    if (!begins_again) {
        // The springs of sliding pairs are dragged along: their slip is at most slip_.
        if (knows_rubbing_) rubbed_.swap(rubbing_);
        for (Rub& rub : rubbed_) {
            const Vec3 slip = rub.displacement(x);
            rub.slip = std::min(slip_ / std::max(slip.norm(), slip_), 1.0) * slip;
            rub.begin = rub.between(x);
        }
    }
    begin_.assign(x.begin(), x.end());
    touching_.clear();  // weights of pairs depend on the start of the step
    knows_rubbing_ = false;
}

void ClothContact::forget_friction()
{
    begin_.clear();
    rubbing_.clear();
    rubbed_.clear();
    knows_rubbing_ = false;
}

void ClothContact::find_rubbing()
{
    if (knows_rubbing_ || begin_.empty()) return;
    knows_rubbing_ = true;
    find_touches(begin_);
    rubbing_.clear();
    auto last = rubbed_.begin();
    for (const Touch& touch : touches_) {
        if (!(touch.friction > 0)) continue;
        Rub& rub = rubbing_.emplace_back(Rub{touch, touch.between(begin_), Vec3::Zero()});
        while (last != rubbed_.end() && last->is_before(touch)) ++last;
        if (last != rubbed_.end() && !touch.is_before(*last)) rub.slip = last->slip;
        // Turning with an obstacle is not slip.
        const ObstaclePath* path = surface_.path({touch.particles, touch.kind});
        if (path == nullptr) continue;
        for (Vec3* direction : {&rub.normal, &rub.begin, &rub.slip}) *direction = path->turned_along(*direction);
    }
}

void ClothContact::save(ArchiveWriter& out) const
{
    out.value(!begin_.empty());
    if (begin_.empty()) return;
    // The list of candidates affects how planes limit motion, so a resumed run repeats the same search.
    out.array(std::span<const Vec3>(begin_));
    const std::vector<Rub>& rubs = knows_rubbing_ ? rubbing_ : rubbed_;
    out.value(knows_rubbing_);
    out.value(static_cast<std::uint64_t>(rubs.size()));
    for (const Rub& rub : rubs) {
        for (const int p : rub.particles) out.value(p);
        out.value(rub.kind);
        for (const double share : rub.shares) out.value(share);
        for (const Vec3* vector : {&rub.normal, &rub.begin, &rub.slip}) out.array(std::span<const Vec3>(vector, 1));
        out.value(rub.pressure);
        out.value(rub.friction);
    }
    const bool is_repeatable = !is_patched_ && anchor_.size() == begin_.size();
    out.value(is_repeatable);
    if (!is_repeatable) return;
    out.array(std::span<const Vec3>(departure_));
    out.array(std::span<const Vec3>(anchor_));
}

void ClothContact::restore(ArchiveReader& in)
{
    bool has_begun = false;
    in.value(has_begun);
    begin_.clear();
    rubbing_.clear();
    rubbed_.clear();
    knows_rubbing_ = false;
    if (!has_begun) return;
    std::vector<Vec3> x(inertia_.size()), from = x, to = x;
    in.array(std::span<Vec3>(x));
    bool knows_rubbing = false;
    in.value(knows_rubbing);
    const auto particles = static_cast<int>(x.size());
    std::vector<Rub> rubs;
    for (std::uint64_t left = in.count(); left > 0; --left) {
        Rub& rub = rubs.emplace_back();
        for (int& p : rub.particles) {
            in.value(p);
            if (p < 0 || p >= particles) ArchiveReader::fail();
        }
        in.value(rub.kind);
        for (double& share : rub.shares) in.value(share);
        for (Vec3* vector : {&rub.normal, &rub.begin, &rub.slip}) in.array(std::span<Vec3>(vector, 1));
        in.value(rub.pressure);
        in.value(rub.friction);
    }
    static_cast<void>(surface_.follow_tears());
    search_.forget();
    anchor_.clear();
    is_patched_ = false;
    bool has_searched = false;
    in.value(has_searched);
    if (has_searched) {
        in.array(std::span<Vec3>(from));
        in.array(std::span<Vec3>(to));
        search(from, to);
    }
    begin_step(x);
    rubbed_.clear();
    (knows_rubbing ? rubbing_ : rubbed_) = std::move(rubs);
    knows_rubbing_ = knows_rubbing;
}

}  // namespace tulle
