#pragma once
// Smoother of a multigrid level: one sweep of Gauss-Seidel forwards before the coarse correction, and its adjoint, one
// backwards, after it. With D the diagonal and L what is left of it, M = D + L, the two together precondition like
//     M^-T (M + M^T - A) M^-1,
// which is symmetric, and positive definite where D is: whatever else A has in it (docs/theory/preconditioners.md).
//
// Blocks of rows sweep at the same time, every second one first and the others after them, with what the first have
// found: a sweep in another order, which loses nothing where only blocks side by side are coupled, as in grids whose
// blocks are two lines thick. Couplings between blocks of the same turn are not in L; they see what was there before.
// So results do not depend on the number of threads.

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
    /// x += M^-T (b - A x); `before` is scratch.
    void sweep_back(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x,
                    std::span<Single> before) const;

private:
    static constexpr int inverse_size = entry_size<Value> == 1 ? 1 : 6;

    /// Rows of one block, and which of two turns it has.
    struct Block {
        int begin, end;
        int turn;
    };
    [[nodiscard]] Block block(std::size_t number) const;
    [[nodiscard]] std::size_t block_count() const { return (rows_ + block_rows_ - 1) / block_rows_; }
    /// Calls body(block) for all blocks of a turn, on any thread.
    template <class Body>
    void each_block(int turn, const Body& body) const;
    /// Whether a column outside of a block is of another one of the same turn.
    [[nodiscard]] bool is_of_same_turn(const Block& block, int column) const
    {
        const int size = static_cast<int>(block_rows_);
        if (column >= block.begin - size && column < block.end + size) return false;  // of one beside it
        return column / size % 2 == block.turn;
    }

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

    std::size_t rows_, block_rows_;
    bool couples_same_turn_ = false;  // whether there are couplings between blocks of the same turn
    // 1 / D_ii, or the rows of L^-1 with L L^T = D_ii. Across an unstretched cloth only masses hold, a million times
    // less than springs along it: rounding the inverse of a block would lose all it has along the cloth, but not that
    // of L.
    std::vector<float> inverse_;
};

extern template class GaussSeidel<double>;
extern template class GaussSeidel<Mat3>;

}  // namespace tulle
