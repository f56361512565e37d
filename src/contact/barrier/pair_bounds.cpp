#include "contact/barrier/pair_bounds.hpp"

#include "core/parallel.hpp"
#include "core/wide.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

using Lanes = PairBatch::Lanes;
using Vectors = std::array<Lanes, 3>;
constexpr std::size_t lanes = PairBatch::capacity;

// Selections instead of std::min and std::max: compilers vectorise them.
float least(float a, float b) { return a < b ? a : b; }
float most(float a, float b) { return a > b ? a : b; }
float clamped(float part) { return least(most(part, 0.0F), 1.0F); }

float dot(const Vectors& a, const Vectors& b, std::size_t k)
{
    return a[0][k] * b[0][k] + a[1][k] * b[1][k] + a[2][k] * b[2][k];
}

/// Returns 1/size, or 0 if this would divide by zero.
float inverse(float size) { return size > std::numeric_limits<float>::min() ? 1 / size : 0; }

}  // namespace

void RoundedMotion::set(std::span<const Vec3> from, std::span<const Vec3> to, const Vec3& common)
{
    motions_.resize(from.size());
    if (from.empty()) return;
    const Vec3 middle = 0.5 * (from.front() + from.back());
    largest_.assign(block_count(from.size()), 0);
    parallel_blocks(from.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
        float largest = 0;
        for (std::size_t p = begin; p < end; ++p)
            for (int axis = 0; axis < 3; ++axis) {
                motions_[p].start[axis] = static_cast<float>(from[p][axis] - middle[axis]);
                motions_[p].end[axis] = static_cast<float>(to[p][axis] - common[axis] - middle[axis]);
                largest = std::max({largest, std::abs(motions_[p].start[axis]), std::abs(motions_[p].end[axis])});
            }
        largest_[block] = largest;
    });
    // A coordinate has a rounding error of at most half an epsilon of its size. Differences, directions and products
    // add a few.
    constexpr float epsilons = 32;
    rounding_ = epsilons * std::numeric_limits<float>::epsilon() * *std::ranges::max_element(largest_);
}

/// Finds directions between approximate closest points. Any direction gives a valid bound, so needle-shaped triangles
/// need no special care here, unlike in the exact search for closest points.
TULLE_WIDE void PairBatch::find_directions()
{
    const auto& [r, u, v] = start_;
    if (kind_ == PairKind::vertex_face) {
        for (std::size_t k = 0; k < lanes; ++k) {
            const float uu = dot(u, u, k), uv = dot(u, v, k), vv = dot(v, v, k), ru = dot(r, u, k), rv = dot(r, v, k);
            const float area = uu * vv - uv * uv;
            const float over_area = inverse(area);
            const float s = (vv * ru - uv * rv) * over_area, t = (uu * rv - uv * ru) * over_area;
            // |r - along_u u - along_v v|^2. Its rounding error does not matter for the choice among three edges.
            const float rr = dot(r, r, k);
            const auto squared = [&](float along_u, float along_v) {
                return rr - 2 * (along_u * ru + along_v * rv) + along_u * along_u * uu + 2 * along_u * along_v * uv +
                       along_v * along_v * vv;
            };
            const float on_u = clamped(ru * inverse(uu)), on_v = clamped(rv * inverse(vv));
            // Position along the third edge, from the end of u to the end of v.
            const float on_w = clamped((rv - ru + uu - uv) * inverse(uu - 2 * uv + vv));
            const float to_u = squared(on_u, 0), to_v = squared(0, on_v), to_w = squared(1 - on_w, on_w);
            const bool is_on_u = to_u <= to_v;
            const bool is_on_w = to_w < least(to_u, to_v);
            const bool is_inside = (s >= 0) & (t >= 0) & (s + t <= 1) & (over_area > 0);
            const float edge_u = is_on_u ? on_u : 0, edge_v = is_on_u ? 0 : on_v;
            const float beside_u = is_on_w ? 1 - on_w : edge_u, beside_v = is_on_w ? on_w : edge_v;
            const float along_u = is_inside ? s : beside_u, along_v = is_inside ? t : beside_v;
            direction_[0][k] = r[0][k] - along_u * u[0][k] - along_v * v[0][k];
            direction_[1][k] = r[1][k] - along_u * u[1][k] - along_v * v[1][k];
            direction_[2][k] = r[2][k] - along_u * u[2][k] - along_v * v[2][k];
        }
    } else {
        for (std::size_t k = 0; k < lanes; ++k) {
            const float uu = dot(u, u, k), uv = dot(u, v, k), vv = dot(v, v, k), ru = dot(r, u, k), rv = dot(r, v, k);
            const float s = clamped((uv * rv - vv * ru) * inverse(uu * vv - uv * uv));
            const float t = clamped((uv * s + rv) * inverse(vv));
            const float again = clamped((uv * t - ru) * inverse(uu));
            direction_[0][k] = r[0][k] + again * u[0][k] - t * v[0][k];
            direction_[1][k] = r[1][k] + again * u[1][k] - t * v[1][k];
            direction_[2][k] = r[2][k] + again * u[2][k] - t * v[2][k];
        }
    }
    for (std::size_t k = 0; k < lanes; ++k) {
        length_[k] = std::sqrt(dot(direction_, direction_, k));
        const float over_length = inverse(length_[k]);
        for (Lanes& component : direction_) component[k] *= over_length;
    }
}

TULLE_WIDE void PairBatch::find_gaps(const Shape& shape, Lanes& gap) const
{
    const auto& [r, u, v] = shape;
    if (kind_ == PairKind::vertex_face) {
        for (std::size_t k = 0; k < lanes; ++k)
            gap[k] = dot(direction_, r, k) - most(most(dot(direction_, u, k), dot(direction_, v, k)), 0.0F);
    } else {
        for (std::size_t k = 0; k < lanes; ++k)
            gap[k] = dot(direction_, r, k) + least(dot(direction_, u, k), 0.0F) - most(dot(direction_, v, k), 0.0F);
    }
}

TULLE_WIDE const Lanes& PairBatch::least_distances(const RoundedMotion& motion)
{
    find_directions();
    find_gaps(start_, gap_start_);
    find_gaps(end_, gap_end_);
    const float rounding = motion.rounding();
    for (std::size_t k = 0; k < lanes; ++k) gap_end_[k] = most(least(gap_start_[k], gap_end_[k]) - rounding, 0.0F);
    return gap_end_;
}

TULLE_WIDE const PairBatch::Approach& PairBatch::approaches(const RoundedMotion& motion)
{
    find_directions();
    find_gaps(start_, gap_start_);
    const std::size_t first_side = kind_ == PairKind::vertex_face ? 1 : 2;
    Lanes first{}, second{};  // m, how far each side comes nearer at most
    Vectors displacement{};
    for (std::size_t corner = 0; corner < 4; ++corner) {
        for (std::size_t k = 0; k < size_; ++k) {
            const RoundedMotion::Motion& rounded = motion[particles_[k][corner]];
            for (std::size_t axis = 0; axis < 3; ++axis)
                displacement[axis][k] = rounded.end[axis] - rounded.start[axis];
        }
        for (std::size_t k = 0; k < lanes; ++k) {
            const float along = dot(direction_, displacement, k);
            if (corner < first_side)
                first[k] = most(first[k], -along);
            else
                second[k] = most(second[k], along);
        }
    }
    const float rounding = motion.rounding();
    for (std::size_t k = 0; k < lanes; ++k) {
        approach_.least[k] = gap_start_[k] - first[k] - second[k] - 2 * rounding;
        approach_.start[k] = length_[k] + rounding;
    }
    return approach_;
}

}  // namespace tulle
