#include "linear/incomplete_cholesky.hpp"

#include <algorithm>
#include <utility>

namespace tulle {

template <class Value>
IncompleteCholesky<Value>::IncompleteCholesky(std::shared_ptr<const SparsityPattern> pattern)
    : pattern_(std::move(pattern)), inverse_diagonal_(pattern_->rows())
{
    const std::size_t n = pattern_->rows();
    row_begin_.reserve(n + 1);
    row_begin_.push_back(0);
    column_.reserve((pattern_->nonzeros() - n) / 2);
    for (std::size_t i = 0; i < n; ++i) {
        for (int k = pattern_->row_begin[i]; k < pattern_->diagonal[i]; ++k) column_.push_back(pattern_->column[k]);
        row_begin_.push_back(static_cast<int>(column_.size()));
    }
    lower_.resize(column_.size());
    int longest = 0;
    for (std::size_t i = 0; i < n; ++i) longest = std::max(longest, row_begin_[i + 1] - row_begin_[i]);
    row_.resize(static_cast<std::size_t>(longest));
}

template <class Value>
void IncompleteCholesky<Value>::refresh(const Csr<Value>& /*A*/, std::span<const unsigned char> fixed,
                                        const Csr<Value>& held)
{
    // Without fill, the factorisation of a positive definite matrix may still break down. A large enough shift of the
    // diagonal always prevents the breakdown.
    shift_ = 0;
    const double scale = held.diagonal_scale();
    while (!factor(held, fixed, shift_ * scale)) shift_ = shift_ == 0 ? 1e-3 : 4 * shift_;
}

template <class Value>
bool IncompleteCholesky<Value>::factor(const Csr<Value>& A, std::span<const unsigned char> fixed, double shift)
{
    const auto is_fixed = [&](std::size_t i) { return !fixed.empty() && fixed[i] != 0; };
    for (std::size_t i = 0; i < A.rows(); ++i) {
        const int begin = row_begin_[i];
        const int end = row_begin_[i + 1];
        if (is_fixed(i)) {
            for (int k = begin; k < end; ++k) set_zero(lower_[k]);
            set_identity(inverse_diagonal_[i]);
            continue;
        }
        Value diagonal = A.diagonal(i);
        add_to_diagonal(diagonal, shift);
        auto pivot = padded(diagonal);
        const int source = A.pattern->row_begin[i];
        for (int k = begin; k < end; ++k) {
            const int j = column_[k];
            if (is_fixed(j)) {
                set_zero(lower_[k]);
                row_[k - begin] = padded(lower_[k]);
                continue;
            }
            // L_ij = (A_ij - sum over common columns c < j of L_ic L_jc^T) L_jj^-T
            auto entry = padded(A.value[source + (k - begin)]);
            int b = row_begin_[j];
            const int b_end = row_begin_[j + 1];
            // The row of a rigid body, which is coupled with very many particles, would otherwise be scanned for each
            // entry.
            constexpr int long_row = 32;
            int a = begin;
            if (k - begin > long_row && b < b_end)
                a = static_cast<int>(std::lower_bound(column_.begin() + begin, column_.begin() + k, column_[b]) -
                                     column_.begin());
            while (a < k && b < b_end) {
                if (column_[a] < column_[b]) {
                    ++a;
                } else if (column_[b] < column_[a]) {
                    ++b;
                } else {
                    entry -= times_transposed(row_[a++ - begin], lower_[b++]);
                }
            }
            row_[k - begin] = times_transposed(entry, inverse_diagonal_[j]);
            lower_[k] = unpadded(row_[k - begin]);
            pivot -= times_transposed(row_[k - begin], lower_[k]);
        }
        if (!invert_factor(unpadded(pivot), A.diagonal(i), inverse_diagonal_[i])) return false;
    }
    return true;
}

template <class Value>
void IncompleteCholesky<Value>::apply(std::span<const Vec3> r, std::span<Vec3> z)
{
    const std::size_t n = r.size();
    for (std::size_t i = 0; i < n; ++i) {
        Vec3 sum = r[i];
        for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k) sum -= lower_[k] * z[column_[k]];
        z[i] = inverse_diagonal_[i] * sum;
    }
    for (std::size_t i = n; i-- > 0;) {
        const Vec3 solved = transposed(inverse_diagonal_[i]) * z[i];
        z[i] = solved;
        for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k) z[column_[k]] -= transposed(lower_[k]) * solved;
    }
}

template class IncompleteCholesky<double>;
template class IncompleteCholesky<Mat3>;

}  // namespace tulle
