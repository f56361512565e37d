#include "self_contact/cloth_contact.hpp"

#include "contact/contacts.hpp"
#include "geometry/continuous_distance.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tulle {
namespace {

// Of a pair, in units of m/h^2: what moves a particle of mass m by its way in a step h. A particle that lies on a layer
// of cloth has some ten pairs with it.
constexpr double pair_stiffness = 10;
// Of the largest distance kept: how far particles may move until pairs are searched again.
constexpr double margin_part = 0.5;
// A way on which a pair comes nearer than this part of its distance, or of the one it keeps, leads too near to a wall:
// the matrix would not know of it, and the next one would be very stiff.
constexpr double nearest_part = 0.5;
// Of that nearest distance: how much sooner a way may end.
constexpr double slop_part = 0.2;
// Sine of the angle between edges below which they count as parallel.
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

/// m: what a pair has left of its distance when neither of its parts has gone further than `gone`, and a bit less.
double least_distance(const SurfacePair& pair, double gone)
{
    constexpr double rounding = 1e-9;
    return (1 - rounding) * pair.apart - (2 + rounding) * gone;
}

/// The part of the way until which a pair, at least `distance` [m] apart, does not come too near.
double free_part_of(const SurfacePair& pair, double distance, const ContactSurface& surface, std::span<const Vec3> from,
                    std::span<const Vec3> to)
{
    double longest = 0;  // m, way of a corner relative to the first
    const Vec3 common = to[pair.particles[0]] - from[pair.particles[0]];
    for (const int p : pair.particles) longest = std::max(longest, (to[p] - from[p] - common).norm());
    const double wanted = surface.thickness(pair);
    if (distance - 2 * longest > wanted) return 1;
    distance = closest_points(pair, from).between.norm();
    const double kept = pair.kept > 0 ? pair.kept : surface.kept(pair);
    const double nearest = nearest_part * std::min(distance, kept);
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
    : surface_(std::move(surface)), search_(surface_), margin_(margin_part * surface_.largest_kept())
{
    for (const double m : mass) stiffness_.push_back(pair_stiffness * m / (h * h));
}

double ClothContact::stiffness(const SurfacePair& pair) const
{
    double sum = 0;
    for (const int p : pair.particles) sum += 0.25 * stiffness_[p];
    return sum * crossing_weight(pair);
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
    const Vec3 sum = vector_sum_.sum(from.size(), Vec3::Zero(), [&](std::size_t begin, std::size_t end) {
        Vec3 part = Vec3::Zero();
        for (std::size_t i = begin; i < end; ++i) part += to[i] - from[i];
        return part;
    });
    return sum / static_cast<double>(from.size());
}

double ClothContact::longest_way(std::span<const Vec3> from, std::span<const Vec3> to)
{
    // Pairs do not notice what all do together, as in falling.
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

void ClothContact::cover(std::span<const Vec3> x)
{
    if (anchor_.size() == x.size()) {
        gone_ = longest_way(anchor_, x);
        if (gone_ <= margin_) return;
    }
    anchor_.assign(x.begin(), x.end());
    gone_ = 0;
    search_.find_near(x, 2 * margin_, candidates_);
}

void ClothContact::find_touches(std::span<const Vec3> x)
{
    if (std::ranges::equal(touching_, x)) return;
    cover(x);
    touching_.assign(x.begin(), x.end());
    all_.resize(candidates_.size());
    parallel_for(candidates_.size(), [&](std::size_t k) {
        const SurfacePair& pair = candidates_[k];
        all_[k].stiffness = 0;
        if (least_distance(pair, gone_) > pair.kept) return;
        const PairPoints points = closest_points(pair, x);
        const double distance = points.between.norm();
        Touch& touch = all_[k];
        if (!(distance < pair.kept)) return;
        const double s = distance / pair.kept;
        const double least = stiffness(pair);
        touch.particles = pair.particles;
        touch.shares = points.shares;
        touch.normal = points.between / distance;
        touch.energy = 0.5 * least * pair.kept * pair.kept * (1 - s) * (1 - s) / s;
        touch.pressure = 0.5 * least * pair.kept * (1 / (s * s) - 1);
        touch.stiffness = least / (s * s * s);
        touch.friction = surface_.friction(pair);
    });
    touches_.clear();
    for (const Touch& touch : all_)
        if (touch.stiffness > 0) touches_.push_back(touch);
}

int ClothContact::count(std::span<const Vec3> x)
{
    find_touches(x);
    return static_cast<int>(touches_.size());
}

double ClothContact::energy(std::span<const Vec3> x)
{
    // Not over the candidates: how many there are depends on when they were searched, and on that how sums are rounded.
    find_touches(x);
    return sum_.sum(touches_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double energy = 0;
        for (std::size_t k = begin; k < end; ++k) energy += touches_[k].energy;
        return energy;
    });
}

void ClothContact::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    const auto give = [&](const Touch& touch, const Vec3& force) {
        for (std::size_t k = 0; k < 4; ++k) f[touch.particles[k]] += touch.shares[k] * force;
    };
    find_touches(x);
    for (const Touch& touch : touches_) give(touch, touch.pressure * touch.normal);
    for (const Touch& touch : rubbing_)
        give(touch, sliding_friction(touch.normal, touch.relative(v), touch.friction * touch.pressure).impulse);
}

void ClothContact::add_passing(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                               std::vector<SharedBlock>& blocks)
{
    find_touches(x);
    for (const Touch& touch : touches_)
        blocks.push_back(
            {touch.particles, touch.shares, -scale_x * touch.stiffness * touch.normal * touch.normal.transpose()});
    for (const Touch& touch : rubbing_) {
        const Mat3 drag = sliding_friction(touch.normal, touch.relative(v), touch.friction * touch.pressure).drag;
        blocks.push_back({touch.particles, touch.shares, -scale_v * drag});
    }
}

double ClothContact::free_part(std::span<const Vec3> from, std::span<const Vec3> to)
{
    cover(from);
    const bool is_covered = longest_way(anchor_, to) <= margin_;
    if (!is_covered) {
        const Vec3 common = mean_way(from, to);
        shifted_.resize(to.size());
        parallel_for(to.size(), [&](std::size_t i) { shifted_[i] = to[i] - common; });
        search_.find_meeting(from, shifted_, nearest_part * (1 + slop_part) * surface_.largest_kept(), meeting_);
    }
    const std::vector<SurfacePair>& pairs = is_covered ? candidates_ : meeting_;
    return largest_.reduce(
        pairs.size(), 1.0,
        [&](std::size_t begin, std::size_t end) {
            double part = 1;
            for (std::size_t k = begin; k < end; ++k) {
                const double distance = is_covered ? least_distance(pairs[k], gone_) : 0;
                part = std::min(part, free_part_of(pairs[k], distance, surface_, from, to));
            }
            return part;
        },
        [](double a, double b) { return std::min(a, b); });
}

void ClothContact::begin_step(std::span<const Vec3> x)
{
    if (surface_.follow_tears()) {
        search_.forget();
        anchor_.clear();
    }
    begin_.assign(x.begin(), x.end());
    touching_.clear();  // weights go by where the step began
    find_touches(x);
    rubbing_.clear();
    for (const Touch& touch : touches_)
        if (touch.friction > 0) rubbing_.push_back(touch);
}

void ClothContact::save(ArchiveWriter& out) const
{
    out.value(!begin_.empty());
    if (!begin_.empty()) out.array(std::span<const Vec3>(begin_));
}

void ClothContact::restore(ArchiveReader& in)
{
    bool has_begun = false;
    in.value(has_begun);
    begin_.clear();
    rubbing_.clear();
    if (!has_begun) return;
    std::vector<Vec3> x(stiffness_.size());
    in.array(std::span<Vec3>(x));
    begin_step(x);
}

}  // namespace tulle
