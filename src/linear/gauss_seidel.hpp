#pragma once
// Gauss-Seidel smoother of a multigrid level: one forward sweep before the coarse correction, and its adjoint, one
// backward sweep, after it. D is the diagonal of A, L has the entries before the diagonal in the order of the sweep,
// and M = D + L. The two sweeps together precondition like
//     M^-T (M + M^T - A) M^-1 = M^-T D M^-1.
// The operator M^-T D M^-1 is symmetric, and positive definite if D is, whatever the other entries of A are
// (docs/theory/preconditioners.md).
//
// Graph colouring lets blocks of rows sweep in parallel: blocks of the same colour are not coupled, and blocks of a
// later colour use the results of earlier colours. In a grid, two colours are enough. The colours define the order of
// the sweep. The colours follow from the pattern alone, so that results do not depend on the number of threads.

#include "linear/single_matrix.hpp"

#include <vector>

namespace tulle {

template <class Value>
class GaussSeidel {
public:
    GaussSeidel(const SparsityPattern& pattern, std::size_t block_rows);

    void refresh(const SingleMatrix<Value>& A);

    /// x = M^-1 b and residual = b - A x.
    void sweep_from_zero(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x,
                         std::span<Single> residual) const;
    /// x += M^-T (b - A x)
    void sweep_back(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x) const;

    [[nodiscard]] int colours() const { return static_cast<int>(colour_begin_.size()) - 1; }

private:
    static constexpr int inverse_size = entry_size<Value> == 1 ? 1 : 6;

    struct Block {
        int number;
        int begin, end;  // rows
    };
    [[nodiscard]] Block block(int number) const;
    [[nodiscard]] int blocks() const { return (rows_ + block_rows_ - 1) / block_rows_; }
    /// Returns the number of the block that contains a row outside of `own`, which is nearly always a neighbouring
    /// block.
    [[nodiscard]] int other_block(const Block& own, int row) const
    {
        if (row < own.begin && row >= own.begin - block_rows_) return own.number - 1;
        if (row >= own.end && row < own.end + block_rows_) return own.number + 1;
        return row / block_rows_;
    }
    void find_colours(const SparsityPattern& pattern);
    /// Calls body(block) for all blocks of a colour, on any thread.
    template <class Body>
    void each_block(int colour, const Body& body) const;

    /// D_ii^-1 r
    [[nodiscard]] Single solve_row(std::size_t i, const Single& r) const
    {
        const float* a = inverse_.data() + i * inverse_size;
        if constexpr (inverse_size == 1) {
            return a[0] * r;
        } else {
            const float x = a[0] * r[0];
            const float y = a[1] * r[0] + a[2] * r[1];
            const float z = a[3] * r[0] + a[4] * r[1] + a[5] * r[2];
            return {a[0] * x + a[1] * y + a[3] * z, a[2] * y + a[4] * z, a[5] * z, 0.0F};
        }
    }

    int rows_, block_rows_;
    std::vector<int> colour_;        // of every block
    std::vector<int> by_colour_;     // blocks, colour by colour
    std::vector<int> colour_begin_;  // per colour, into by_colour_
    // 1 / D_ii, or the rows of L^-1 with L L^T = D_ii. In an unstretched cloth, D_ii has only the mass across the
    // cloth, a million times less than the springs along the cloth. Rounding D_ii^-1 to single precision would lose its
    // part along the cloth; rounding L^-1 does not.
    std::vector<float> inverse_;
};

extern template class GaussSeidel<double>;
extern template class GaussSeidel<Mat3>;

}  // namespace tulle
