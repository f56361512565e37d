#pragma once
// Forward and back substitution with a sparse Cholesky factor, P A P^T = L L^T. Neighbouring columns of L that have the
// same rows below them are one block, of which a few columns at a time are in registers while its rows pass by once.
// The right-hand sides of a row go through together, as reading L is most of the work. In single precision a factor
// takes half the memory and the time; what is left undone is for the iteration around it.

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// Lower triangle of a symmetric matrix by columns, and its factor.
struct CholeskyFactor {
    std::vector<int> permutation;  // row k of the factored matrix is row permutation[k] of A
    std::vector<int> column_begin;
    std::vector<int> row;  // ascending in each column, the diagonal first
    std::vector<double> value;
};

/// `Width` right-hand sides, whose numbers stand side by side in a row.
template <class Real, int Width>
class FactorBlocks {
public:
    /// Takes the factor; with the pattern of the last one nothing is allocated.
    void take(const CholeskyFactor& factor);

    /// x = A^-1 b. Both are in the order of A.
    void solve(std::span<const double> b, std::span<double> x);

private:
    struct Block {
        int column = 0, columns = 0;  // the first, and how many
        int below = 0;                // rows below its triangle
        std::size_t row = 0;          // the first of them, in row_
        std::size_t value = 0;        // its first, in value_
        [[nodiscard]] std::size_t triangle_size() const
        {
            return static_cast<std::size_t>(columns) * (columns + 1) / 2;
        }
    };
    using Row = Eigen::Array<Real, Width == 3 ? 4 : Width, 1>;  // three numbers and nothing fill a register

    void find_blocks(const CholeskyFactor& factor);
    void solve_forward(const Block& block);
    void solve_backward(const Block& block);

    std::vector<int> permutation_;
    std::vector<Block> blocks_;
    std::vector<int> row_;
    // Of each block: its triangle by columns, with the inverse on the diagonal; then what is below, a group of columns
    // after the other, by rows.
    std::vector<Real> value_;
    std::vector<Row> work_;  // in the order of L
};

extern template class FactorBlocks<float, 3>;
extern template class FactorBlocks<double, 3>;
extern template class FactorBlocks<double, 1>;

}  // namespace tulle
