#include "contact/barrier/pair_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

// Margin of a search, as a part of the largest contact distance: how far particles may move before the next search.
constexpr double margin_part = 0.25;

}  // namespace

PairCandidates::PairCandidates(const ContactSurface& surface)
    : surface_(surface), search_(surface), margin_(margin_part * surface.largest_contact_distance())
{}

/// Returns the mean motion [m] of all particles; zero if there are obstacles.
Vec3 PairCandidates::mean_motion(std::span<const Vec3> from, std::span<const Vec3> to)
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

/// Returns the longest motion [m] of a particle relative to the mean motion.
double PairCandidates::longest_motion(std::span<const Vec3> from, std::span<const Vec3> to)
{
    // A motion that all particles share, as in falling, does not change the distances of pairs.
    const Vec3 common = mean_motion(from, to);
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

void PairCandidates::search(std::span<const Vec3> from, std::span<const Vec3> to)
{
    departure_.assign(from.begin(), from.end());
    anchor_.assign(to.begin(), to.end());
    measure_motion();
    is_patched_ = false;
    search_.find_near_in_motion(departure_, anchor_, mean_motion(departure_, anchor_), 2 * margin_, candidates_);
}

/// Partial search: searches only for pairs of particles that have left the margin of the last search. Returns false,
/// and does nothing, if many particles have left it.
bool PairCandidates::search_again(std::span<const Vec3> from, std::span<const Vec3> to)
{
    // If more than this part of the particles has moved, a full search costs no more.
    constexpr double most_part = 0.5;
    // Part of the margin beyond which a particle is searched anew. It is below 1, because the new places of these
    // particles change the mean motion a little.
    constexpr double left_part = 0.5;
    if (anchor_.size() != from.size()) return false;
    const Vec3 common_from = mean_motion(anchor_, from), common_to = mean_motion(anchor_, to);
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
    measure_motion();
    is_patched_ = true;
    std::erase_if(candidates_, [&](const SurfacePair& pair) {
        const auto& [a, b, c, d] = pair.particles;
        return (moved_[a] | moved_[b] | moved_[c] | moved_[d]) != 0;
    });
    search_.add_near_in_motion(departure_, anchor_, 2 * margin_, moved_, candidates_);
    return true;
}

void PairCandidates::measure_motion()
{
    motion_squared_ = sum_.sum(departure_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += (anchor_[i] - departure_[i]).squaredNorm();
        return sum;
    });
}

/// Returns the largest distance [m] of a particle of x from its place on the searched motion; infinite before the first
/// search.
double PairCandidates::distance_gone(std::span<const Vec3> x)
{
    if (anchor_.size() != x.size()) return std::numeric_limits<double>::infinity();
    const double at_end = longest_motion(anchor_, x);
    if (at_end <= margin_ || !(motion_squared_ > 0)) return at_end;
    const double along = sum_.sum(x.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += (x[i] - departure_[i]).dot(anchor_[i] - departure_[i]);
        return sum;
    });
    const double part = std::clamp(along / motion_squared_, 0.0, 1.0);
    place_.resize(x.size());
    parallel_for(x.size(), [&](std::size_t i) { place_[i] = departure_[i] + part * (anchor_[i] - departure_[i]); });
    return longest_motion(place_, x);
}

void PairCandidates::cover(std::span<const Vec3> x)
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

void PairCandidates::cover_motion(std::span<const Vec3> from, std::span<const Vec3> to)
{
    if (covers(from) && covers(to)) return;
    if (search_again(from, to) && covers(from) && covers(to)) return;
    search(from, to);
}

void PairCandidates::find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, std::vector<SurfacePair>& pairs)
{
    search_.find_near_in_motion(from, to, mean_motion(from, to), 0, pairs);
}

void PairCandidates::forget()
{
    search_.forget();
    anchor_.clear();
}

void PairCandidates::save(ArchiveWriter& out, std::size_t particles) const
{
    const bool is_repeatable = !is_patched_ && anchor_.size() == particles;
    out.value(is_repeatable);
    if (!is_repeatable) return;
    out.array(std::span<const Vec3>(departure_));
    out.array(std::span<const Vec3>(anchor_));
}

void PairCandidates::restore(ArchiveReader& in, std::size_t particles)
{
    forget();
    is_patched_ = false;
    bool has_searched = false;
    in.value(has_searched);
    if (!has_searched) return;
    std::vector<Vec3> from(particles), to(particles);
    in.array(std::span<Vec3>(from));
    in.array(std::span<Vec3>(to));
    search(from, to);
}

}  // namespace tulle
