#pragma once
// The candidates of contact: all pairs that can touch while every particle is within a margin of its place on the last
// searched motion. At any time, all particles have gone through the same part of the searched motion. A motion that all
// particles share does not count. One search therefore serves several nonlinear iterations, and often several steps.

#include "contact/barrier/pair_search.hpp"
#include "core/archive.hpp"
#include "core/reduce.hpp"

#include <span>
#include <vector>

namespace tulle {

class PairCandidates {
public:
    /// `surface` must outlive this object.
    explicit PairCandidates(const ContactSurface& surface);

    [[nodiscard]] std::span<SurfacePair> all() { return candidates_; }
    /// Returns the largest distance [m] of a particle from its place on the searched motion, for the positions that
    /// were covered last.
    [[nodiscard]] double distance_gone() const { return gone_; }

    /// Searches if the candidates are not complete for x.
    void cover(std::span<const Vec3> x);
    /// Searches if the candidates are not complete for both ends of a motion.
    void cover_motion(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Returns whether the candidates are complete for x.
    [[nodiscard]] bool covers(std::span<const Vec3> x) { return distance_gone(x) <= margin_; }
    /// Finds the pairs that meet on a motion, without changing the candidates.
    void find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, std::vector<SurfacePair>& pairs);

    /// Discards the candidates. Must be called when the faces and edges of the surface have changed.
    void forget();
    /// Discards candidates that come from several searches, when a step begins: a resumed run can repeat a single
    /// search, but not several joined searches.
    void forget_if_patched()
    {
        if (is_patched_) anchor_.clear();
    }
    /// Saves the last searched motion. The list of candidates affects how planes limit motion, so a resumed run must
    /// repeat the same search.
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
    double motion_squared_ = 0;         // m^2, squared length of the searched motion, over all particles
    std::vector<Vec3> place_;           // m, scratch: places of the particles on the searched motion
    double gone_ = 0;                   // m
    bool is_patched_ = false;           // candidates come from several searches
    std::vector<unsigned char> moved_;  // scratch: per particle
    std::vector<SurfacePair> candidates_;
    BlockReducer<double> largest_, sum_;
    BlockReducer<Vec3> vector_sum_;
};

}  // namespace tulle
