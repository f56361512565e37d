#pragma once
// Incomplete Cholesky factorisation without fill, IC(0): A ~ L L^T with the pattern of A's lower triangle
// (EEH00 section 5). For Mat3 the same algorithm runs on 3 x 3 blocks.

#include "linear/block_kernels.hpp"
#include "linear/matrix_entry.hpp"
#include "linear/preconditioner.hpp"

#include <vector>

namespace tulle {

template <class Value>
class IncompleteCholesky final : public Preconditioner<Value> {
public:
    explicit IncompleteCholesky(std::shared_ptr<const SparsityPattern> pattern);

    [[nodiscard]] std::string_view name() const override { return "ic0"; }
    using Preconditioner<Value>::refresh;
    void refresh(const Csr<Value>& A, std::span<const unsigned char> fixed, const Csr<Value>& held) override;
    void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

    /// Shift of the diagonal, relative to its largest entry, that the last refresh needed; usually 0.
    [[nodiscard]] double shift() const { return shift_; }

private:
    [[nodiscard]] bool factor(const Csr<Value>& A, std::span<const unsigned char> fixed, double shift);
    /// Turns A_ij, j < i, of a row into L_ij, and A_ii into the pivot.
    void factor_row_of(std::size_t row, std::span<const unsigned char> fixed, Value& pivot);
    void transpose_factor();

    std::shared_ptr<const SparsityPattern> pattern_;
    std::vector<int> row_begin_;  // of the strictly lower triangle
    std::vector<int> column_;
    std::vector<Value> lower_;             // L_ij, j < i
    std::vector<Value> inverse_diagonal_;  // L_ii^-1
    // For blocks only, the transposed factor: both substitutions then read rows of blocks.
    std::vector<int> upper_begin_, upper_column_;  // of the strictly upper triangle
    std::vector<int> upper_place_;                 // of each entry of lower_, in upper_
    std::vector<Value> upper_;                     // L_ji^T, j > i
    std::vector<Value> transposed_inverse_;        // L_ii^-T
    std::vector<PaddedBlock> scratch_;             // L_ij of one row
    double shift_ = 0;
};

extern template class IncompleteCholesky<double>;
extern template class IncompleteCholesky<Mat3>;

}  // namespace tulle
