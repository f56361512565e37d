#pragma once
// The candidates of contact: all pairs that can touch while every particle is within a margin of its place on the last
// searched motion. All particles take the same part of this motion; a motion that all particles share does not count.
// So one search serves several nonlinear iterations, and often several steps.

#include "contact/barrier/pair_search.hpp"
#include "core/archive.hpp"
#include "core/reduce.hpp"

#include <span>
#include <vector>

namespace tulle {

class PairCandidates {
public:
    /// `surface` outlives this.
    explicit PairCandidates(const ContactSurface& surface);

    [[nodiscard]] std::span<SurfacePair> all() { return candidates_; }
    /// The largest distance [m] of a particle of the positions covered last from its place on the searched motion.
    [[nodiscard]] double distance_gone() const { return gone_; }

    /// Searches if the candidates are not complete for x.
    void cover(std::span<const Vec3> x);
    /// Searches if the candidates are not complete for both ends of a motion.
    void cover_motion(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Returns whether the candidates are complete for x.
    [[nodiscard]] bool covers(std::span<const Vec3> x) { return distance_gone(x) <= margin_; }
    /// Finds the pairs that meet on a motion, without a change of the candidates.
    void find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, std::vector<SurfacePair>& pairs);

    /// The faces and edges of the surface have changed.
    void forget();
    /// A resumed run can repeat one search, but not several that are joined: these are forgotten when a step begins.
    void forget_if_patched()
    {
        if (is_patched_) anchor_.clear();
    }
    /// The list of candidates affects how planes limit motion, so a resumed run repeats the same search.
    void save(ArchiveWriter& out, std::size_t particles) const;
    void restore(ArchiveReader& in, std::size_t particles);

private:
    [[nodiscard]] double longest_motion(std::span<const Vec3> from, std::span<const Vec3> to);
    [[nodiscard]] Vec3 mean_motion(std::span<const Vec3> from, std::span<const Vec3> to);
    [[nodiscard]] double distance_gone(std::span<const Vec3> x);
    void search(std::span<const Vec3> from, std::span<const Vec3> to);
    [[nodiscard]] bool search_again(std::span<const Vec3> from, std::span<const Vec3> to);
    void measure_motion();

    const ContactSurface& surface_;
    PairSearch search_;
    double margin_;                     // m
    std::vector<Vec3> departure_;       // m, start of the last searched motion
    std::vector<Vec3> anchor_;          // m, end of the last searched motion
    double motion_squared_ = 0;         // m^2, squared length of this motion, over all particles
    std::vector<Vec3> place_;           // m, scratch: a place on this motion
    double gone_ = 0;                   // m
    bool is_patched_ = false;           // candidates come from several searches
    std::vector<unsigned char> moved_;  // scratch: per particle
    std::vector<SurfacePair> candidates_;
    BlockReducer<double> largest_, sum_;
    BlockReducer<Vec3> vector_sum_;
};

}  // namespace tulle
