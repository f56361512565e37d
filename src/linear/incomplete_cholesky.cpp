#include "linear/incomplete_cholesky.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace tulle {
namespace {

template <class Value>
constexpr bool is_of_blocks = std::is_same_v<Value, Mat3>;

}  // namespace

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
    if constexpr (is_of_blocks<Value>) {
        upper_begin_.assign(n + 1, 0);
        for (std::size_t i = 0; i < n; ++i)
            upper_begin_[i + 1] = upper_begin_[i] + pattern_->row_begin[i + 1] - pattern_->diagonal[i] - 1;
        upper_column_.resize(column_.size());
        upper_place_.resize(column_.size());
        std::vector<int> next(upper_begin_.begin(), upper_begin_.end() - 1);
        int longest = 0;
        for (std::size_t i = 0; i < n; ++i) {
            longest = std::max(longest, row_begin_[i + 1] - row_begin_[i]);
            for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k) {
                upper_place_[k] = next[column_[k]]++;
                upper_column_[upper_place_[k]] = static_cast<int>(i);
            }
        }
        upper_.resize(column_.size());
        transposed_inverse_.resize(n);
        scratch_.resize(static_cast<std::size_t>(longest));
    }
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
    for (std::size_t i = 0; i < A.rows(); ++i) {
        const int begin = row_begin_[i];
        const int end = row_begin_[i + 1];
        if (!fixed.empty() && fixed[i] != 0) {
            for (int k = begin; k < end; ++k) set_zero(lower_[k]);
            set_identity(inverse_diagonal_[i]);
            continue;
        }
        const auto source = A.value.begin() + A.pattern->row_begin[i];
        std::copy(source, source + (end - begin), lower_.begin() + begin);
        Value pivot = A.diagonal(i);
        add_to_diagonal(pivot, shift);
        factor_row_of(i, fixed, pivot);
        if (!invert_factor(pivot, A.diagonal(i), inverse_diagonal_[i])) return false;
    }
    if constexpr (is_of_blocks<Value>) transpose_factor();
    return true;
}

template <class Value>
void IncompleteCholesky<Value>::factor_row_of(std::size_t row, std::span<const unsigned char> fixed, Value& pivot)
{
    if constexpr (is_of_blocks<Value>) {
        factor_row(row_begin_.data(), column_.data(), lower_.data(), inverse_diagonal_.data(), row,
                   fixed.empty() ? nullptr : fixed.data(), scratch_.data(), pivot);
    } else {
        const int begin = row_begin_[row];
        for (int k = begin; k < row_begin_[row + 1]; ++k) {
            const int j = column_[k];
            if (!fixed.empty() && fixed[j] != 0) {
                lower_[k] = 0;
                continue;
            }
            // L_ij = (A_ij - sum over common columns c < j of L_ic L_jc) / L_jj
            int a = begin, b = row_begin_[j];
            const int b_end = row_begin_[j + 1];
            if (k - begin > long_row && b < b_end)
                a = static_cast<int>(std::lower_bound(column_.begin() + begin, column_.begin() + k, column_[b]) -
                                     column_.begin());
            while (a < k && b < b_end) {
                if (column_[a] < column_[b]) {
                    ++a;
                } else if (column_[b] < column_[a]) {
                    ++b;
                } else {
                    lower_[k] -= lower_[a++] * lower_[b++];
                }
            }
            lower_[k] *= inverse_diagonal_[j];
            pivot -= lower_[k] * lower_[k];
        }
    }
}

template <class Value>
void IncompleteCholesky<Value>::transpose_factor()
{
    parallel_for(lower_.size(), [&](std::size_t k) { upper_[upper_place_[k]] = transposed(lower_[k]); });
    parallel_for(inverse_diagonal_.size(),
                 [&](std::size_t i) { transposed_inverse_[i] = transposed(inverse_diagonal_[i]); });
}

template <class Value>
void IncompleteCholesky<Value>::apply(std::span<const Vec3> r, std::span<Vec3> z)
{
    const std::size_t n = r.size();
    if constexpr (is_of_blocks<Value>) {
        substitute_forward({row_begin_.data(), column_.data(), lower_.data()}, inverse_diagonal_.data(), n, r.data(),
                           z.data());
        substitute_backward({upper_begin_.data(), upper_column_.data(), upper_.data()}, transposed_inverse_.data(), n,
                            z.data());
    } else {
        for (std::size_t i = 0; i < n; ++i) {
            Vec3 sum = r[i];
            for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k) sum -= lower_[k] * z[column_[k]];
            z[i] = inverse_diagonal_[i] * sum;
        }
        for (std::size_t i = n; i-- > 0;) {
            z[i] *= inverse_diagonal_[i];
            for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k) z[column_[k]] -= lower_[k] * z[i];
        }
    }
}

template class IncompleteCholesky<double>;
template class IncompleteCholesky<Mat3>;

}  // namespace tulle
