#pragma once
// Constraints that tie up to three particles together: the sum of w_i n.v_i, a point of an edge or a face, is
// prescribed. Beside them, particles may be constrained one by one (DirectionFilter): with S the projector on what that
// leaves free and J the rows, q_i = w_i S_i n, all is done with G = J S J^T:
//   projector      P = S - S J^T G^-1 J S
//   prescription   v + S J^T G^-1 (target - J v)
//   multipliers    G^-1 J S reaction
// A row is left out when particles' own constraints, or rows of higher priority, leave little of it: what they
// contradict in it could only be met with velocities many times larger.

#include <tulle/math.hpp>

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace tulle {

class ConstraintRows {
public:
    struct Row {
        std::array<int, 3> particles{};   // where there are fewer, the first again
        std::array<double, 3> weights{};  // 0 where there are fewer
        Vec3 normal = Vec3::Zero();       // unit
        int priority = 0;                 // of two that are much the same, the one with the higher is kept
    };

    /// `free(particle)` is the projector S_i.
    void build(std::span<const Row> rows, const std::function<Mat3(int)>& free);
    [[nodiscard]] bool empty() const { return rows_.empty(); }

    /// Takes the components along the rows out of vectors that S has been applied to.
    void project(std::span<Vec3> vectors) const;
    /// Changes v, within S, so that the values of rows change by these.
    void add(std::span<const double> changes, std::span<Vec3> v) const;
    /// What each row supplies of a reaction; 0 for those left out.
    void share(std::span<const Vec3> reaction, std::span<double> multipliers) const;

    /// visit(particle) for all that have a part in a row
    template <class Visit>
    void for_each_particle(const Visit& visit) const
    {
        for (const Held& row : rows_)
            for (int k = 0; k < 3; ++k)
                if (!row.q[k].isZero()) visit(row.particles[k]);
    }

private:
    /// A row of G's Cholesky factor is stored from its first entry on, as an envelope.
    struct Held {
        std::array<int, 3> particles{};
        std::array<Vec3, 3> q{};
        int priority = 0;
        int given = 0;          // its place in what `build` was given
        int first = 0;          // column of its first entry in the factor
        std::size_t begin = 0;  // of its entries; the last one is the diagonal
    };
    void factor();
    /// right_ becomes G^-1 right_.
    void solve() const;
    void measure(std::span<const Vec3> v) const;
    void add_solution(double sign, std::span<Vec3> v) const;

    std::vector<Held> rows_;                // neighbours in space are neighbours here
    std::vector<double> factor_;            // envelopes, row by row
    std::vector<std::array<int, 2>> uses_;  // scratch: particle, row
    mutable std::vector<double> right_;     // scratch
};

}  // namespace tulle
