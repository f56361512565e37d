#pragma once
// Smoother of a multigrid level: one sweep of Gauss-Seidel forwards before the coarse correction, and its adjoint, one
// backwards, after it. With D the diagonal and L what is left of it, M = D + L, the two together precondition like
//     M^-T (M + M^T - A) M^-1,
// which is symmetric, and positive definite where D is: whatever else A has in it (docs/theory/preconditioners.md).
//
// Blocks of rows sweep at the same time, and see of each other what was there before the sweep: L has no couplings
// between them. So results do not depend on the number of threads, but on the size of the blocks: the smaller they are,
// the less a sweep does.

#include "linear/single_matrix.hpp"

#include <vector>

namespace tulle {

template <class Value>
class GaussSeidel {
public:
    explicit GaussSeidel(std::size_t rows, std::size_t block_rows = block_size)
        : block_rows_(block_rows), inverse_(rows * inverse_size)
    {}

    void refresh(const SingleMatrix<Value>& A);

    /// x = M^-1 b and residual = b - A x.
    void sweep_from_zero(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x,
                         std::span<Single> residual) const;
    /// x += M^-T (b - A x); `before` is scratch.
    void sweep_back(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x,
                    std::span<Single> before) const;

private:
    static constexpr int inverse_size = entry_size<Value> == 1 ? 1 : 6;

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

    std::size_t block_rows_;
    // 1 / D_ii, or the rows of L^-1 with L L^T = D_ii. Across an unstretched cloth only masses hold, a million times
    // less than springs along it: rounding the inverse of a block would lose all it has along the cloth, but not that
    // of L.
    std::vector<float> inverse_;
};

extern template class GaussSeidel<double>;
extern template class GaussSeidel<Mat3>;

}  // namespace tulle
