#pragma once
// Forward and back substitution with a sparse Cholesky factor, P A P^T = L L^T. Neighbouring columns of L that have the
// same rows below them form one block (supernode). A few columns of a block are kept in registers while the rows of the
// block are read once. All right-hand sides are solved together, because reading L is most of the work. In single
// precision, a factor takes half the memory and half the time; the surrounding iteration corrects the remaining error.

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// The Cholesky factor L of a permuted symmetric matrix: a lower triangle, stored by columns.
struct CholeskyFactor {
    std::vector<int> permutation;  // row k of the factored matrix is row permutation[k] of A
    std::vector<int> column_begin;
    std::vector<int> row;  // ascending in each column, the diagonal first
    std::vector<double> value;
};

/// Solves for `Width` right-hand sides at once. The `Width` numbers of a row are stored side by side.
template <class Real, int Width>
class FactorBlocks {
public:
    /// Copies the factor. Allocates nothing if the pattern is the same as that of the last factor.
    void take(const CholeskyFactor& factor);

    /// x = A^-1 b. The numbers of b and x are in the order of A.
    void solve(std::span<const double> b, std::span<double> x);

private:
    struct Block {
        int column = 0, columns = 0;  // the first column, and the number of columns
        int below = 0;                // rows below its triangle
        std::size_t row = 0;          // the first of these rows, as an index into row_
        std::size_t value = 0;        // its first value, as an index into value_
        [[nodiscard]] std::size_t triangle_size() const
        {
            return static_cast<std::size_t>(columns) * (columns + 1) / 2;
        }
    };
    using Row = Eigen::Array<Real, Width == 3 ? 4 : Width, 1>;  // three numbers and an unused one fill a register

    void find_blocks(const CholeskyFactor& factor);
    void solve_forward(const Block& block);
    void solve_backward(const Block& block);

    std::vector<int> permutation_;
    std::vector<Block> blocks_;
    std::vector<int> row_;
    // For each block: first its triangle by columns, with the inverse of each diagonal entry; then the rows below the
    // triangle, one group of columns after the other, each group by rows.
    std::vector<Real> value_;
    std::vector<Row> work_;  // in the order of L
};

extern template class FactorBlocks<float, 3>;
extern template class FactorBlocks<double, 3>;
extern template class FactorBlocks<double, 1>;

}  // namespace tulle
