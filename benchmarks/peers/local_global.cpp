// Yardstick: implicit Euler by the local/global method of Liu, Bargteil, O'Brien and Kavan 2013, Fast Simulation of
// Mass-Spring Systems. With a direction d of length rest_length for each spring, the positions x of a step minimise
//     1/2 (x - y)^T M (x - y) + h^2 sum k/2 |x_j - x_i - d|^2,      y = x_n + h v_n + h^2 g.
// Local: for given x, each d points along its spring. Global: for given d, x solves (M + h^2 L) x = M y + h^2 J d with
// a matrix that never changes, factored once by CHOLMOD. It has no contact, as a constant matrix cannot hold it.

#include "yardstick.hpp"

#include <cholmod.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace peers {
namespace {

/// x, y and z of a particle, and nothing, so that a vector register takes one whole.
template <class Real>
struct alignas(4 * sizeof(Real)) Packed {
    Real c[4] = {0, 0, 0, 0};
};

/// A sparse Cholesky factor, P A P^T = L L^T. Solves for x, y and z at once, so that the factor, which is all that
/// costs time, is read once and not three times. Neighbouring columns with the same rows below them are one block, of
/// which four columns are in registers while its rows pass by.
template <class Real>
class Factor {
public:
    /// The lower triangle of A; entries that occur several times are added up.
    Factor(int size, std::vector<int> rows, std::vector<int> columns, std::vector<double> values)
    {
        cholmod_common common;
        cholmod_start(&common);
        common.final_ll = 1;
        common.supernodal = CHOLMOD_SIMPLICIAL;
        // Of the orderings that CHOLMOD knows, the one that gives the sparsest factor.
        common.nmethods = 4;
        cholmod_triplet triplet{};
        triplet.nrow = triplet.ncol = static_cast<std::size_t>(size);
        triplet.nzmax = triplet.nnz = values.size();
        triplet.i = rows.data();
        triplet.j = columns.data();
        triplet.x = values.data();
        triplet.stype = -1;
        triplet.itype = CHOLMOD_INT;
        triplet.xtype = CHOLMOD_REAL;
        triplet.dtype = CHOLMOD_DOUBLE;
        cholmod_sparse* matrix = cholmod_triplet_to_sparse(&triplet, values.size(), &common);
        cholmod_factor* factor = matrix ? cholmod_analyze(matrix, &common) : nullptr;
        const bool good = factor && cholmod_factorize(matrix, factor, &common) && common.status == CHOLMOD_OK &&
                          cholmod_change_factor(CHOLMOD_REAL, 1, 0, 1, 1, factor, &common);
        if (good) copy(*factor);
        cholmod_free_factor(&factor, &common);
        cholmod_free_sparse(&matrix, &common);
        cholmod_finish(&common);
        if (!good) throw std::runtime_error("CHOLMOD could not factor the matrix");
    }

    /// Of unknown k in the order of the factor: which one of A it is.
    [[nodiscard]] const std::vector<int>& order() const { return order_; }

    /// In the order of the factor.
    void solve(std::vector<Packed<Real>>& b)
    {
        for (const Block& block : blocks_) solve_forward(block, b);
        for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) solve_backward(*block, b);
    }

private:
    struct Block {
        int column = 0, columns = 0;  // the first, and how many
        int below = 0;                // rows below its triangle
        std::size_t first_row = 0;    // of these, in row_
        // In value_: its triangle by columns, with inverse diagonals; then groups of columns below it, each by rows.
        std::size_t first_value = 0;
    };

    using Row = Packed<Real>;
    static constexpr int group = 4;  // columns whose pivots are in registers while rows pass by

    static void subtract(Row& from, Real factor, const Row& row)
    {
        for (int k = 0; k < 4; ++k) from.c[k] -= factor * row.c[k];
    }

    /// Rows below the triangle: rows -= columns times pivots.
    template <int Columns>
    void subtract_from_rows(const Real* value, const Row* pivots, const int* row, int rows, Row* b)
    {
        Row pivot[Columns];
        std::copy_n(pivots, Columns, pivot);
        for (int r = 0; r < rows; ++r, value += Columns) {
            Row sum = b[row[r]];
            for (int c = 0; c < Columns; ++c) subtract(sum, value[c], pivot[c]);
            b[row[r]] = sum;
        }
    }

    /// pivots -= columns times rows
    template <int Columns>
    void subtract_from_pivots(const Real* value, Row* pivots, const int* row, int rows, const Row* b)
    {
        Row sum[Columns];
        std::copy_n(pivots, Columns, sum);
        for (int r = 0; r < rows; ++r, value += Columns)
            for (int c = 0; c < Columns; ++c) subtract(sum[c], value[c], b[row[r]]);
        std::copy_n(sum, Columns, pivots);
    }

    void solve_forward(const Block& block, std::vector<Row>& b)
    {
        Row* own = &b[block.column];
        const Real* value = &value_[block.first_value];
        for (int c = 0; c < block.columns; ++c) {
            for (int k = 0; k < 4; ++k) own[c].c[k] *= *value;
            ++value;
            for (int r = c + 1; r < block.columns; ++r) subtract(own[r], *value++, own[c]);
        }
        const int* row = row_.data() + block.first_row;
        int c = 0;
        for (; c + group <= block.columns; c += group, value += group * block.below)
            subtract_from_rows<group>(value, own + c, row, block.below, b.data());
        for (; c < block.columns; ++c, value += block.below)
            subtract_from_rows<1>(value, own + c, row, block.below, b.data());
    }

    void solve_backward(const Block& block, std::vector<Row>& b)
    {
        Row* own = &b[block.column];
        const Real* diagonal = &value_[block.first_value] + block.columns * (block.columns + 1) / 2;
        const Real* value = diagonal;
        const int* row = row_.data() + block.first_row;
        int c = 0;
        for (; c + group <= block.columns; c += group, value += group * block.below)
            subtract_from_pivots<group>(value, own + c, row, block.below, b.data());
        for (; c < block.columns; ++c, value += block.below)
            subtract_from_pivots<1>(value, own + c, row, block.below, b.data());
        for (c = block.columns - 1; c >= 0; --c) {
            diagonal -= block.columns - c;
            for (int r = c + 1; r < block.columns; ++r) subtract(own[c], diagonal[r - c], own[r]);
            for (int k = 0; k < 4; ++k) own[c].c[k] *= *diagonal;
        }
    }

    void copy(const cholmod_factor& factor)
    {
        const int size = static_cast<int>(factor.n);
        const auto* begin = static_cast<const int*>(factor.p);
        const auto* row = static_cast<const int*>(factor.i);
        const auto* value = static_cast<const double*>(factor.x);
        const auto* order = static_cast<const int*>(factor.Perm);
        order_.assign(order, order + size);
        const auto length = [&](int column) { return begin[column + 1] - begin[column]; };
        for (int column = 0; column < size;) {
            // Rows grow along a column. The first below the diagonal is where it is eliminated next: as many rows less
            // one there means the same rows.
            int end = column + 1;
            while (end < size && length(end - 1) == length(end) + 1 && row[begin[end - 1] + 1] == end) ++end;
            const Block block{column, end - column, length(end - 1) - 1, row_.size(), value_.size()};
            row_.insert(row_.end(), row + begin[end] - block.below, row + begin[end]);
            for (int c = column; c < end; ++c) {
                value_.push_back(static_cast<Real>(1 / value[begin[c]]));
                value_.insert(value_.end(), value + begin[c] + 1, value + begin[c + 1] - block.below);
            }
            for (int c = column; c < end;) {
                const int together = end - c >= group ? group : 1;
                for (int r = 0; r < block.below; ++r)
                    for (int k = c; k < c + together; ++k)
                        value_.push_back(static_cast<Real>(value[begin[k + 1] - block.below + r]));
                c += together;
            }
            blocks_.push_back(block);
            column = end;
        }
    }

    std::vector<int> order_, row_;
    std::vector<Block> blocks_;
    std::vector<Real> value_;
};

template <class Real>
class Cloth {
public:
    Cloth(const Workload& workload, const Options& options, double step) : step_(static_cast<Real>(step))
    {
        const int count = workload.particle_count();
        std::vector<int> unknown(static_cast<std::size_t>(count), 0);  // of each particle; -1: held
        for (const int p : workload.held()) unknown[p] = -1;
        int free = 0;
        for (int& u : unknown)
            if (u == 0) u = free++;
        const std::vector<Spring> springs = workload.springs(options.number("k"));
        const std::vector<double> mass = workload.masses();
        factor_ = make_factor(springs, mass, unknown, free, step);

        // Free particles in the order of the factor, then those that are held.
        std::vector<int> place(static_cast<std::size_t>(free));
        for (int k = 0; k < free; ++k) place[factor_->order()[k]] = k;
        int next = free;
        const std::vector<Point> start = workload.positions();
        x_.resize(static_cast<std::size_t>(count));
        for (int p = 0; p < count; ++p) {
            place_.push_back(unknown[p] >= 0 ? place[unknown[p]] : next++);
            for (int c = 0; c < 3; ++c) x_[place_[p]].c[c] = static_cast<Real>(start[p][c]);
        }
        mass_.resize(static_cast<std::size_t>(free));
        for (int p = 0; p < count; ++p)
            if (unknown[p] >= 0) mass_[place_[p]] = static_cast<Real>(mass[p]);
        old_ = x_;
        velocity_.resize(mass_.size());
        inertia_.resize(mass_.size());
        right_.resize(x_.size());
        for (const Spring& s : springs) {
            const double weight = s.stiffness * step * step;
            springs_.push_back({place_[s.i], place_[s.j], static_cast<Real>(weight * s.rest_length)});
            // A held end stands on the right-hand side, where it never changes.
            for (const auto& [own, other] : {std::pair(s.i, s.j), std::pair(s.j, s.i)})
                if (unknown[own] >= 0 && unknown[other] < 0)
                    anchors_.push_back({place_[own], place_[other], static_cast<Real>(weight)});
        }
    }

    void take_step(int iterations)
    {
        const Real fall = static_cast<Real>(-gravity) * step_ * step_;
        for (std::size_t p = 0; p < mass_.size(); ++p) {
            old_[p] = x_[p];
            for (int c = 0; c < 3; ++c) x_[p].c[c] += step_ * velocity_[p].c[c];
            x_[p].c[2] += fall;
            for (int c = 0; c < 3; ++c) inertia_[p].c[c] = mass_[p] * x_[p].c[c];
        }
        for (const Pull& anchor : anchors_)
            for (int c = 0; c < 3; ++c) inertia_[anchor.i].c[c] += anchor.weight * x_[anchor.j].c[c];
        for (int iteration = 0; iteration < iterations; ++iteration) {
            std::copy(inertia_.begin(), inertia_.end(), right_.begin());
            for (const Pull& spring : springs_) {
                const Packed<Real>&a = x_[spring.i], &b = x_[spring.j];
                const Real dx = b.c[0] - a.c[0], dy = b.c[1] - a.c[1], dz = b.c[2] - a.c[2];
                const Real pull = spring.weight / std::sqrt(dx * dx + dy * dy + dz * dz);
                Packed<Real>&right_i = right_[spring.i], &right_j = right_[spring.j];
                for (int c = 0; c < 4; ++c) {
                    const Real d = pull * (b.c[c] - a.c[c]);
                    right_i.c[c] -= d;
                    right_j.c[c] += d;
                }
            }
            factor_->solve(right_);
            std::copy(right_.begin(), right_.begin() + static_cast<std::ptrdiff_t>(mass_.size()), x_.begin());
        }
        for (std::size_t p = 0; p < mass_.size(); ++p)
            for (int c = 0; c < 3; ++c) velocity_[p].c[c] = (x_[p].c[c] - old_[p].c[c]) / step_;
    }

    void copy_positions(std::vector<Point>& to) const
    {
        for (std::size_t p = 0; p < to.size(); ++p) {
            const Packed<Real>& x = x_[place_[p]];
            to[p] = {double(x.c[0]), double(x.c[1]), double(x.c[2])};
        }
    }

private:
    struct Pull {
        int i = 0, j = 0;
        Real weight = 0;
    };

    static std::unique_ptr<Factor<Real>> make_factor(const std::vector<Spring>& springs,
                                                     const std::vector<double>& mass, const std::vector<int>& unknown,
                                                     int free, double step)
    {
        std::vector<int> rows, columns;
        std::vector<double> values;
        const auto add = [&](int row, int column, double value) {
            rows.push_back(std::max(row, column));
            columns.push_back(std::min(row, column));
            values.push_back(value);
        };
        for (std::size_t p = 0; p < mass.size(); ++p)
            if (unknown[p] >= 0) add(unknown[p], unknown[p], mass[p]);
        for (const Spring& spring : springs) {
            const int i = unknown[spring.i], j = unknown[spring.j];
            const double weight = spring.stiffness * step * step;
            if (i >= 0) add(i, i, weight);
            if (j >= 0) add(j, j, weight);
            if (i >= 0 && j >= 0) add(i, j, -weight);
        }
        return std::make_unique<Factor<Real>>(free, std::move(rows), std::move(columns), std::move(values));
    }

    Real step_;  // s
    std::unique_ptr<Factor<Real>> factor_;
    std::vector<int> place_;              // of each particle in what follows
    std::vector<Packed<Real>> x_, old_;   // m; the second at the start of the step
    std::vector<Packed<Real>> velocity_;  // m/s, of free particles
    std::vector<Packed<Real>> inertia_;   // kg m, what does not change in a step
    std::vector<Packed<Real>> right_;     // kg m, the right-hand side, then its solution
    std::vector<Real> mass_;              // kg, of free particles
    std::vector<Pull> springs_;           // weight: stiffness times rest length times step^2, kg m
    std::vector<Pull> anchors_;           // of springs with a held end j; weight: stiffness times step^2, kg
};

void run(const Options& options)
{
    const Workload workload(options.text("workload"), options.count("side"));
    if (workload.has_table()) throw std::invalid_argument("the local/global method has no contact here: no table");
    run_in_precision<Cloth>("local-global", workload, options, options.count("iterations"));
}

}  // namespace
}  // namespace peers

int main(int argc, char** argv)
{
    return peers::run_peer(argc, argv,
                           {{"workload", "hanging"},
                            {"side", "52"},
                            {"k", "1000"},         // N/m
                            {"substeps", "1"},     // per frame of 1/60 s
                            {"iterations", "10"},  // local and global, per substep
                            {"real", "float"}},    // or double
                           peers::run);
}
