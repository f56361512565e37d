#pragma once
// Multi-particle constraint rows: a row prescribes the sum of w_i n.v_i over up to three particles, the velocity of a
// point of an edge or a face along n. In addition, single particles may be constrained (DirectionFilter). S is the
// projector on the directions that the constraints of single particles leave free. The matrix J has the constraint
// rows; S turns the entries of a row into q_i = w_i S_i n. All operations use G = J S J^T:
//     projector      P = S - S J^T G^-1 J S
//     prescription   v + S J^T G^-1 (target - J v)
//     multipliers    G^-1 J S reaction
// A row is dropped if constraints of single particles, or rows of higher priority, leave little of it. Only velocities
// that are many times larger could satisfy a row that other constraints nearly contradict.

#include <tulle/math.hpp>

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace tulle {

class ConstraintRows {
public:
    struct Row {
        std::array<int, 3> particles{};   // fewer than three: repeats the first
        std::array<double, 3> weights{};  // fewer than three: 0
        Vec3 normal = Vec3::Zero();       // unit
        int priority = 0;                 // of two nearly equal rows, the one with higher priority is kept
    };

    /// Stores the rows and factors G. `free(particle)` returns the projector S_i.
    void build(std::span<const Row> rows, const std::function<Mat3(int)>& free);
    [[nodiscard]] bool empty() const { return rows_.empty(); }

    /// Removes the components along the rows from vectors to which S has been applied.
    void project(std::span<Vec3> vectors) const;
    /// Changes v, within the free directions of S, so that the values J v of the rows change by `changes`.
    void add(std::span<const double> changes, std::span<Vec3> v) const;
    /// Computes the multipliers: the share of each row in a reaction; 0 for dropped rows.
    void share(std::span<const Vec3> reaction, std::span<double> multipliers) const;

    /// Calls visit(particle) for each particle of each row, unless its coefficient is zero.
    template <class Visit>
    void for_each_particle(const Visit& visit) const
    {
        for (const Held& row : rows_)
            for (int k = 0; k < 3; ++k)
                if (!row.q[k].isZero()) visit(row.particles[k]);
    }

private:
    /// A constraint row. The row of the Cholesky factor of G for this constraint is stored from its first entry on
    /// (envelope storage).
    struct Held {
        std::array<int, 3> particles{};
        std::array<Vec3, 3> q{};
        int priority = 0;
        int given = 0;          // its index in the rows given to `build`
        int first = 0;          // column of its first entry in the factor
        std::size_t begin = 0;  // of its entries in factor_; the last one is the diagonal
    };
    void factor();
    /// Replaces right_ by G^-1 right_.
    void solve() const;
    void measure(std::span<const Vec3> v) const;
    void add_solution(double sign, std::span<Vec3> v) const;

    std::vector<Held> rows_;                // by priority, then by lowest particle, which keeps envelopes short
    std::vector<double> factor_;            // envelopes, row by row
    std::vector<std::array<int, 2>> uses_;  // scratch: particle, row
    mutable std::vector<double> right_;     // scratch
};

}  // namespace tulle
