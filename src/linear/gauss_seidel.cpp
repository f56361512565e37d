#include "linear/gauss_seidel.hpp"

#include "linear/matrix_entry.hpp"

#include <cmath>
#include <limits>

namespace tulle {
namespace {

void store_inverse(double diagonal, float* to) { *to = static_cast<float>(safe_inverse(diagonal)); }

/// The rows of L^-1 with L L^T = a; false where a is not safely positive definite. What invert_factor finds, but
/// without the way through Eigen, which took a tenth of a refresh.
bool store_inverse_factor(const Mat3& a, float* to)
{
    // No pivot may be less than this part of the trace: its digits would be lost.
    const double least = 1e-12 * a.trace();
    const double p0 = a(0, 0);
    if (!(p0 > least && p0 < std::numeric_limits<double>::infinity())) return false;
    const double i0 = 1 / std::sqrt(p0);
    const double l10 = a(1, 0) * i0;
    const double l20 = a(2, 0) * i0;
    const double p1 = a(1, 1) - l10 * l10;
    if (!(p1 > least)) return false;
    const double i1 = 1 / std::sqrt(p1);
    const double l21 = (a(2, 1) - l20 * l10) * i1;
    const double p2 = a(2, 2) - l20 * l20 - l21 * l21;
    if (!(p2 > least)) return false;
    const double i2 = 1 / std::sqrt(p2);
    const double m10 = -l10 * i0 * i1;
    to[0] = static_cast<float>(i0);
    to[1] = static_cast<float>(m10);
    to[2] = static_cast<float>(i1);
    to[3] = static_cast<float>(-(l20 * i0 + l21 * m10) * i2);
    to[4] = static_cast<float>(-l21 * i1 * i2);
    to[5] = static_cast<float>(i2);
    return true;
}

void store_inverse(const Mat3& diagonal, float* to)
{
    if (store_inverse_factor(diagonal, to)) return;
    const Mat3 safe = safe_inverse(safe_inverse(diagonal));
    if (!store_inverse_factor(safe, to)) store_inverse_factor(Mat3::Identity(), to);
}

}  // namespace

template <class Value>
void GaussSeidel<Value>::refresh(const SingleMatrix<Value>& A)
{
    parallel_rows(A.rows(), [&](std::size_t i) { store_inverse(A.diagonal(i), inverse_.data() + i * inverse_size); });
}

template <class Value>
void GaussSeidel<Value>::sweep_from_zero(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x,
                                         std::span<Single> residual) const
{
    const SparsityPattern& pattern = *A.pattern;
    parallel_row_blocks(A.rows(), block_rows_, [&](std::size_t begin, std::size_t end) {
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
    parallel_row_blocks(A.rows(), block_rows_, [&](std::size_t begin, std::size_t end) {
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
    if (block_rows_ < A.rows()) parallel_for(A.rows(), [&](std::size_t i) { before[i] = x[i]; });
    parallel_row_blocks(A.rows(), block_rows_, [&](std::size_t begin, std::size_t end) {
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
