#include "linear/gauss_seidel.hpp"

#include "linear/matrix_entry.hpp"

namespace tulle {
namespace {

void store_inverse(double diagonal, float* to) { *to = static_cast<float>(safe_inverse(diagonal)); }

void store_inverse(const Mat3& diagonal, float* to)
{
    Mat3 factor;
    if (!invert_factor(diagonal, diagonal, factor)) {
        const Mat3 safe = safe_inverse(safe_inverse(diagonal));
        if (!invert_factor(safe, safe, factor)) factor.setIdentity();
    }
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column <= row; ++column) *to++ = static_cast<float>(factor(row, column));
}

}  // namespace

template <class Value>
void GaussSeidel<Value>::refresh(const SingleMatrix<Value>& A)
{
    parallel_for(A.rows(), [&](std::size_t i) { store_inverse(A.diagonal(i), inverse_.data() + i * inverse_size); });
}

template <class Value>
void GaussSeidel<Value>::sweep_from_zero(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x,
                                         std::span<Single> residual) const
{
    const SparsityPattern& pattern = *A.pattern;
    parallel_blocks(A.rows(), [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Single left = b[i];
            int k = pattern.row_begin[i];
            while (pattern.column[k] < static_cast<int>(begin)) ++k;  // of other blocks, still zero
            for (; k < pattern.diagonal[i]; ++k) {
                prefetch(A.entry(k + entries_ahead));
                left -= times<Value>(A.entry(k), x[pattern.column[k]]);
            }
            x[i] = solve_row(i, left);
            residual[i] = left - times<Value>(A.entry(k), x[i]);
        }
    });
    // What the sweep did not know yet.
    parallel_blocks(A.rows(), [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Single left = residual[i];
            for (int k = pattern.row_begin[i]; pattern.column[k] < static_cast<int>(begin); ++k)
                left -= times<Value>(A.entry(k), x[pattern.column[k]]);
            for (int k = pattern.diagonal[i] + 1; k < pattern.row_begin[i + 1]; ++k) {
                prefetch(A.entry(k + entries_ahead));
                left -= times<Value>(A.entry(k), x[pattern.column[k]]);
            }
            residual[i] = left;
        }
    });
}

template <class Value>
void GaussSeidel<Value>::sweep_back(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x,
                                    std::span<Single> before) const
{
    const SparsityPattern& pattern = *A.pattern;
    if (block_count(A.rows()) > 1) parallel_for(A.rows(), [&](std::size_t i) { before[i] = x[i]; });
    parallel_blocks(A.rows(), [&](std::size_t, std::size_t begin, std::size_t end) {
        const auto first = static_cast<int>(begin);
        const auto last = static_cast<int>(end) - 1;
        for (std::size_t i = end; i-- > begin;) {
            const Single own = x[i];
            Single left = b[i] - times<Value>(A.rest.data() + i * entry_size<Value>, own);
            int low = pattern.row_begin[i];
            int high = pattern.row_begin[i + 1] - 1;
            const auto take = [&](int k, const Single& other) {
                left -= times<Value>(A.entry(k), Single(other - own));
            };
            for (; pattern.column[low] < first; ++low) take(low, before[pattern.column[low]]);
            for (; pattern.column[high] > last; --high) take(high, before[pattern.column[high]]);
            // Last of all those that were just changed: the sums before need not wait for them.
            for (; low < pattern.diagonal[i]; ++low) take(low, x[pattern.column[low]]);
            for (; high > pattern.diagonal[i]; --high) take(high, x[pattern.column[high]]);
            x[i] = own + solve_row(i, left);
        }
    });
}

template class GaussSeidel<double>;
template class GaussSeidel<Mat3>;

}  // namespace tulle
