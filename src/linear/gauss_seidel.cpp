#include "linear/gauss_seidel.hpp"

#include "linear/matrix_entry.hpp"

#include <algorithm>
#include <atomic>
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
GaussSeidel<Value>::GaussSeidel(const SparsityPattern& pattern, std::size_t block_rows)
    : rows_(pattern.rows()), block_rows_(block_rows), inverse_(rows_ * inverse_size)
{
    std::atomic<bool> found = false;
    parallel_pieces(block_count(), [&](std::size_t number) {
        const Block own = block(number);
        const auto columns =
            std::span(pattern.column)
                .subspan(pattern.row_begin[own.begin], pattern.row_begin[own.end] - pattern.row_begin[own.begin]);
        if (std::any_of(columns.begin(), columns.end(), [&](int column) { return is_of_same_turn(own, column); }))
            found.store(true, std::memory_order_relaxed);
    });
    couples_same_turn_ = found;
}

template <class Value>
auto GaussSeidel<Value>::block(std::size_t number) const -> Block
{
    return {.begin = static_cast<int>(number * block_rows_),
            .end = static_cast<int>(std::min((number + 1) * block_rows_, rows_)),
            .turn = static_cast<int>(number % 2)};
}

template <class Value>
template <class Body>
void GaussSeidel<Value>::each_block(int turn, const Body& body) const
{
    parallel_pieces((block_count() + 1 - turn) / 2, [&](std::size_t k) { body(block(2 * k + turn)); });
}

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
    const auto sweep = [&](const Block& own) {
        for (int i = own.begin; i < own.end; ++i) {
            Single left = b[i];
            int k = pattern.row_begin[i];
            int high = pattern.row_begin[i + 1] - 1;
            const auto take = [&](int slot) { left -= times<Value>(A.entry(slot), x[pattern.column[slot]]); };
            // Of other blocks only those of the first turn are not zero any more.
            for (; pattern.column[k] < own.begin; ++k)
                if (own.turn == 1 && !is_of_same_turn(own, pattern.column[k])) take(k);
            if (own.turn == 1)
                for (; pattern.column[high] >= own.end; --high)
                    if (!is_of_same_turn(own, pattern.column[high])) take(high);
            for (; k < pattern.diagonal[i]; ++k) {
                prefetch(A.entry(k + entries_ahead));
                take(k);
            }
            x[i] = solve_row(i, left);
            residual[i] = left - times<Value>(A.entry(k), x[i]);
        }
    };
    each_block(0, sweep);
    each_block(1, sweep);
    // What the sweep did not know yet.
    parallel_pieces(block_count(), [&](std::size_t number) {
        const Block own = block(number);
        for (int i = own.begin; i < own.end; ++i) {
            Single left = residual[i];
            int high = pattern.row_begin[i + 1] - 1;
            const auto take = [&](int slot) { left -= times<Value>(A.entry(slot), x[pattern.column[slot]]); };
            const auto take_unknown = [&](int slot) {
                if (own.turn == 0 || is_of_same_turn(own, pattern.column[slot])) take(slot);
            };
            for (int k = pattern.row_begin[i]; pattern.column[k] < own.begin; ++k) take_unknown(k);
            for (; pattern.column[high] >= own.end; --high) take_unknown(high);
            for (int k = pattern.diagonal[i] + 1; k <= high; ++k) {
                prefetch(A.entry(k + entries_ahead));
                take(k);
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
    if (couples_same_turn_) parallel_for(A.rows(), [&](std::size_t i) { before[i] = x[i]; });
    const auto sweep = [&](const Block& own) {
        for (int i = own.end; i-- > own.begin;) {
            const Single at = x[i];
            Single left = b[i] - times<Value>(A.rest.data() + static_cast<std::size_t>(i) * entry_size<Value>, at);
            int low = pattern.row_begin[i];
            int high = pattern.row_begin[i + 1] - 1;
            const auto take = [&](int k, const Single& other) { left -= times<Value>(A.entry(k), Single(other - at)); };
            const auto take_outside = [&](int k) {
                const int column = pattern.column[k];
                take(k, is_of_same_turn(own, column) ? before[column] : x[column]);
            };
            for (; pattern.column[low] < own.begin; ++low) take_outside(low);
            for (; pattern.column[high] >= own.end; --high) take_outside(high);
            // Last of all those that were just changed: the sums before need not wait for them.
            for (; low < pattern.diagonal[i]; ++low) take(low, x[pattern.column[low]]);
            for (; high > pattern.diagonal[i]; --high) take(high, x[pattern.column[high]]);
            x[i] = at + solve_row(i, left);
        }
    };
    each_block(1, sweep);
    each_block(0, sweep);
}

template class GaussSeidel<double>;
template class GaussSeidel<Mat3>;

}  // namespace tulle
