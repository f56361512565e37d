#pragma once
// Bounds of the distances of many pairs at a time: single precision, and loops without branches, which compilers
// vectorise (SIMD). Pairs that the bounds exclude need no exact computation.
//
// Along any direction n, the gap between two parts is at most their distance. If n is about the line between the
// closest points, the gap is only a little less than the distance. In a motion along straight lines the gap is concave
// in time, so its smallest value is at one of the two ends. Each bound is lowered by its largest possible rounding
// error.

#include "contact/barrier/contact_surface.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// The starts and ends of the motions of all particles in single precision, relative to a point amid them.
class RoundedMotion {
public:
    struct alignas(16) Motion {
        std::array<float, 4> start{}, end{};  // m; the fourth is zero
    };

    /// `common` [m] is a motion that all particles share. The common motion is subtracted, because it does not change
    /// distances.
    void set(std::span<const Vec3> from, std::span<const Vec3> to, const Vec3& common);
    void set(std::span<const Vec3> x) { set(x, x, Vec3::Zero()); }

    [[nodiscard]] const Motion& operator[](int particle) const { return motions_[particle]; }
    /// Returns the largest rounding error [m] of a gap between two rounded places.
    [[nodiscard]] float rounding() const { return rounding_; }

private:
    std::vector<Motion> motions_;
    std::vector<float> largest_;  // scratch: per block
    float rounding_ = 0;
};

/// A batch of pairs of one kind, one pair per lane.
class PairBatch {
public:
    static constexpr std::size_t capacity = 16;
    using Lanes = std::array<float, capacity>;

    explicit PairBatch(PairKind kind) : kind_(kind) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool is_full() const { return size_ == capacity; }
    [[nodiscard]] PairKind kind() const { return kind_; }
    [[nodiscard]] const std::array<int, 4>& particles(std::size_t k) const { return particles_[k]; }
    /// Returns the number that the caller gave to the pair.
    [[nodiscard]] std::size_t number(std::size_t k) const { return numbers_[k]; }
    void clear() { size_ = 0; }
    void add(const std::array<int, 4>& particles, std::size_t number, const RoundedMotion& motion);

    /// Returns lower bounds [m] of the distances of all pairs during the motion, if at any time all particles have gone
    /// through the same part of their motions.
    [[nodiscard]] const Lanes& least_distances(const RoundedMotion& motion);

    /// `least` [m]: lower bounds of the distances if each particle may go through a different part of its motion.
    /// `start` [m]: upper bounds of the distances at the start.
    struct Approach {
        Lanes least, start;
    };
    [[nodiscard]] const Approach& approaches(const RoundedMotion& motion);

private:
    // Vectors between corners. Vertex and face: from the first corner of the face to the vertex, and to the other two
    // corners of the face. Two edges: from the start of the second edge to the start of the first, and along both
    // edges.
    struct Shape {
        std::array<Lanes, 3> between{}, first{}, second{};
    };
    void find_directions();
    /// Computes the gaps [m] along direction_.
    void find_gaps(const Shape& shape, Lanes& gap) const;

    PairKind kind_;
    std::size_t size_ = 0;
    std::array<std::array<int, 4>, capacity> particles_{};
    std::array<std::size_t, capacity> numbers_{};
    Shape start_, end_;
    std::array<Lanes, 3> direction_{};  // unit, from the second part to the first
    Lanes length_{};                    // m, between the approximate closest points
    Lanes gap_start_{}, gap_end_{};     // m
    Approach approach_{};
};

inline void PairBatch::add(const std::array<int, 4>& particles, std::size_t number, const RoundedMotion& motion)
{
    const auto& [a, b, c, d] = particles;
    const bool is_face = kind_ == PairKind::vertex_face;
    const std::array<const RoundedMotion::Motion*, 4> motions = {&motion[a], &motion[b], &motion[c], &motion[d]};
    const RoundedMotion::Motion &base = *motions[is_face ? 1 : 2], &first = *motions[is_face ? 1 : 0];
    const RoundedMotion::Motion &first_end = *motions[is_face ? 2 : 1], &second = *motions[is_face ? 1 : 2];
    const std::size_t k = size_++;
    particles_[k] = particles;
    numbers_[k] = number;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        start_.between[axis][k] = motions[0]->start[axis] - base.start[axis];
        start_.first[axis][k] = first_end.start[axis] - first.start[axis];
        start_.second[axis][k] = motions[3]->start[axis] - second.start[axis];
        end_.between[axis][k] = motions[0]->end[axis] - base.end[axis];
        end_.first[axis][k] = first_end.end[axis] - first.end[axis];
        end_.second[axis][k] = motions[3]->end[axis] - second.end[axis];
    }
}

/// Collects pairs of both kinds in batches. Calls `look` with every full batch, and at the end with the remaining
/// pairs.
class PairBatches {
public:
    template <class Look>
    void add(const std::array<int, 4>& particles, PairKind kind, std::size_t number, const RoundedMotion& motion,
             const Look& look)
    {
        PairBatch& batch = kind == PairKind::vertex_face ? vertex_face_ : edge_edge_;
        batch.add(particles, number, motion);
        if (!batch.is_full()) return;
        look(batch);
        batch.clear();
    }
    template <class Look>
    void finish(const Look& look)
    {
        for (PairBatch* batch : {&vertex_face_, &edge_edge_}) {
            look(*batch);
            batch->clear();
        }
    }

private:
    PairBatch vertex_face_{PairKind::vertex_face}, edge_edge_{PairKind::edge_edge};
};

}  // namespace tulle
