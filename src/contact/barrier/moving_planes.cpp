#include "contact/barrier/moving_planes.hpp"

#include "contact/barrier/barrier_potential.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

namespace tulle {
namespace {

constexpr int moving_passes = 20;
constexpr int most_passes = 64;

/// Returns the distance [m] that a motion must leave of the distance d of a pair.
double least_left(double d, double d_hat, bool is_pressed)
{
    const double least = least_distance_left(d, d_hat);
    return is_pressed ? std::max(least, least_gap_pressed * d_hat) : least;
}

/// Atomic minimum. It is exact, so the order of threads does not matter.
void lower(double& to, double value)
{
    std::atomic_ref<double> shared(to);
    double seen = shared.load(std::memory_order_relaxed);
    while (value < seen && !shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}

}  // namespace

bool MovingPlanes::make_plane(const SurfacePair& pair, const ContactSurface& surface, std::span<const Vec3> from,
                              std::span<const Vec3> to, Plane& plane) const
{
    if (surface.is_let_through(pair)) return false;
    plane.particles = pair.particles;
    plane.first_side = pair.kind == PairKind::vertex_face ? 1 : 2;
    const PairPoints points = closest_points(pair, from);
    const double d = points.between.norm();
    if (!(d > 0)) return false;
    const Vec3 n = points.between / d;
    // Worst case: any particle may be stopped while its partner is not.
    double nearer_first = 0, nearer_second = 0;
    for (int k = 0; k < 4; ++k) {
        const int p = pair.particles[k];
        plane.motion[k] = n.dot(to[p] - from[p]);
        double& nearer = k < plane.first_side ? nearer_first : nearer_second;
        nearer = std::max(nearer, k < plane.first_side ? -plane.motion[k] : plane.motion[k]);
    }
    const bool is_pressed =
        surface.yields(pair) && (surface.is_obstacle(pair.particles.front()) ? nearer_first : nearer_second) > 0;
    if (d - nearer_first - nearer_second >= least_left(d, surface.thickness(pair), is_pressed)) return false;
    const double d_hat = pair.contact_distance > 0 ? pair.contact_distance : surface.contact_distance(pair);
    plane.room = std::max(d - least_left(d, d_hat, is_pressed), 0.0);
    if (nearer_first + nearer_second <= plane.room) return false;
    double first = 0, second = 0;  // m, places of the closest points along n
    for (int k = 0; k < 4; ++k) {
        const double along = points.shares[k] * n.dot(from[pair.particles[k]]);
        (k < plane.first_side ? first : second) += k < plane.first_side ? along : -along;
    }
    for (int k = 0; k < 4; ++k) {
        const double along = n.dot(from[pair.particles[k]]);
        plane.behind[k] = std::max(k < plane.first_side ? along - first : second - along, 0.0);
    }
    return true;
}

bool MovingPlanes::shorten(const Plane& plane, bool stands_still)
{
    constexpr double rounding = 1e-9;
    std::array<double, 4> gone{};
    double first = std::numeric_limits<double>::infinity();  // m, of the foremost corner of each side along n
    double second = -first;
    for (int k = 0; k < 4; ++k) {
        gone[k] = plane.motion[k] * part_[plane.particles[k]];
        if (k < plane.first_side)
            first = std::min(first, plane.behind[k] + gone[k]);
        else
            second = std::max(second, gone[k] - plane.behind[k]);
    }
    if (second - first <= plane.room * (1 + rounding)) return false;
    // Limits for the places of both sides at the end.
    double first_least = -std::numeric_limits<double>::infinity();
    double second_most = std::numeric_limits<double>::infinity();
    if (stands_still) {
        first_least = -0.5 * plane.room;
        second_most = 0.5 * plane.room;
    } else if (first < 0 && second > 0) {
        first_least = plane.room * first / (second - first);
        second_most = plane.room * second / (second - first);
    } else if (first < 0) {
        first_least = second - plane.room;
    } else {
        second_most = first + plane.room;
    }
    for (int k = 0; k < 4; ++k) {
        const double motion = plane.motion[k];
        double part = 1;
        if (k < plane.first_side) {
            if (motion < 0 && plane.behind[k] + gone[k] < first_least)
                part = std::max((plane.behind[k] - first_least) / -motion, 0.0);
        } else if (motion > 0 && gone[k] - plane.behind[k] > second_most) {
            part = std::max((second_most + plane.behind[k]) / motion, 0.0);
        }
        if (part < 1) lower(next_part_[plane.particles[k]], part);
    }
    return true;
}

double MovingPlanes::limit(std::span<const SurfacePair> pairs, const ContactSurface& surface,
                           std::span<const Vec3> from, std::span<Vec3> to)
{
    motion_.set(from, to, Vec3::Zero());
    planes_.resize(block_count(pairs.size()));
    parallel_blocks(pairs.size(), [&](std::size_t block, std::size_t first, std::size_t last) {
        planes_[block].clear();
        Plane plane{};
        PairBatches batches;
        const auto look = [&](PairBatch& batch) {
            const PairBatch::Approach& approach = batch.approaches(motion_);
            for (std::size_t k = 0; k < batch.size(); ++k) {
                const SurfacePair& pair = pairs[batch.number(k)];
                const double most_left =
                    least_left(static_cast<double>(approach.start[k]), surface.thickness(pair), surface.yields(pair));
                if (static_cast<double>(approach.least[k]) >= most_left) continue;
                if (make_plane(pair, surface, from, to, plane)) planes_[block].push_back(plane);
            }
        };
        for (std::size_t k = first; k < last; ++k) batches.add(pairs[k].particles, pairs[k].kind, k, motion_, look);
        batches.finish(look);
    });
    if (std::ranges::all_of(planes_, [](const std::vector<Plane>& list) { return list.empty(); })) return 0;

    part_.assign(from.size(), 1);
    next_part_ = part_;
    for (int pass = 0; pass < most_passes; ++pass) {
        std::atomic<bool> fails = false;
        parallel_pieces(planes_.size(), [&](std::size_t block) {
            for (const Plane& plane : planes_[block])
                if (shorten(plane, pass >= moving_passes)) fails.store(true, std::memory_order_relaxed);
        });
        if (!fails) break;
        surface.join_parts_of_bodies(next_part_);
        part_ = next_part_;
    }
    return longest_.reduce(
        from.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
            double longest = 0;
            for (std::size_t p = begin; p < end; ++p) {
                if (part_[p] == 1) continue;
                const Vec3 displacement = to[p] - from[p];
                longest = std::max(longest, (1 - part_[p]) * displacement.norm());
                to[p] = from[p] + part_[p] * displacement;
            }
            return longest;
        },
        [](double a, double b) { return std::max(a, b); });
}

}  // namespace tulle
