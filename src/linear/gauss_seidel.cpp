#include "linear/gauss_seidel.hpp"

#include "linear/matrix_entry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

void store_inverse(double diagonal, float* to) { *to = static_cast<float>(safe_inverse(diagonal)); }

/// Stores the rows of L^-1 with L L^T = a. Returns false if a is not safely positive definite. The function computes
/// the same as invert_factor, but without Eigen, whose factorisation took a tenth of the time of a refresh.
bool store_inverse_factor(const Mat3& a, float* to)
{
    // A pivot below this part of the trace has lost its digits to rounding.
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
    : rows_(static_cast<int>(pattern.rows())),
      block_rows_(static_cast<int>(block_rows)),
      inverse_(pattern.rows() * inverse_size)
{
    find_colours(pattern);
}

/// Greedy colouring: each block takes the lowest colour that no coupled earlier block has.
template <class Value>
void GaussSeidel<Value>::find_colours(const SparsityPattern& pattern)
{
    colour_.assign(blocks(), -1);
    std::vector<int> taken_by(blocks(), -1);  // per colour, the last block that may not take it
    int colours = 0;
    for (int number = 0; number < blocks(); ++number) {
        const Block own = block(number);
        for (int k = pattern.row_begin[own.begin]; k < pattern.row_begin[own.end]; ++k)
            if (const int column = pattern.column[k]; column < own.begin)
                taken_by[colour_[other_block(own, column)]] = number;
        int colour = 0;
        while (taken_by[colour] == number) ++colour;
        colour_[number] = colour;
        colours = std::max(colours, colour + 1);
    }
    colour_begin_.assign(colours + 1, 0);
    for (int colour = 0; colour < colours; ++colour) {
        for (int number = 0; number < blocks(); ++number)
            if (colour_[number] == colour) by_colour_.push_back(number);
        colour_begin_[colour + 1] = static_cast<int>(by_colour_.size());
    }
}

template <class Value>
auto GaussSeidel<Value>::block(int number) const -> Block
{
    return {number, number * block_rows_, std::min((number + 1) * block_rows_, rows_)};
}

template <class Value>
template <class Body>
void GaussSeidel<Value>::each_block(int colour, const Body& body) const
{
    const int first = colour_begin_[colour];
    parallel_pieces(static_cast<std::size_t>(colour_begin_[colour + 1] - first),
                    [&](std::size_t k) { body(block(by_colour_[static_cast<std::size_t>(first) + k])); });
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
    const auto is_earlier = [&](const Block& own, int slot) {
        return colour_[other_block(own, pattern.column[slot])] < colour_[own.number];
    };
    const auto sweep = [&](const Block& own) {
        for (int i = own.begin; i < own.end; ++i) {
            Single left = b[i];
            int low = pattern.row_begin[i];
            int high = pattern.row_begin[i + 1] - 1;
            const auto take = [&](int k) { left -= times<Value>(A.entry(k), x[pattern.column[k]]); };
            // x is still zero in blocks of later colours: only blocks of earlier colours contribute.
            for (; pattern.column[low] < own.begin; ++low)
                if (is_earlier(own, low)) take(low);
            for (; pattern.column[high] >= own.end; --high)
                if (is_earlier(own, high)) take(high);
            for (; low < pattern.diagonal[i]; ++low) {
                prefetch(A.entry(low + entries_ahead));
                take(low);
            }
            x[i] = solve_row(i, left);
            residual[i] = left - times<Value>(A.entry(low), x[i]);
        }
    };
    for (int colour = 0; colour < colours(); ++colour) each_block(colour, sweep);
    // The residual also has the couplings to values that the sweep computed later.
    parallel_pieces(blocks(), [&](std::size_t number) {
        const Block own = block(static_cast<int>(number));
        for (int i = own.begin; i < own.end; ++i) {
            Single left = residual[i];
            int low = pattern.row_begin[i];
            int high = pattern.row_begin[i + 1] - 1;
            const auto take = [&](int k) { left -= times<Value>(A.entry(k), x[pattern.column[k]]); };
            for (; pattern.column[low] < own.begin; ++low)
                if (!is_earlier(own, low)) take(low);
            for (; pattern.column[high] >= own.end; --high)
                if (!is_earlier(own, high)) take(high);
            for (int k = pattern.diagonal[i] + 1; k <= high; ++k) {
                prefetch(A.entry(k + entries_ahead));
                take(k);
            }
            residual[i] = left;
        }
    });
}

template <class Value>
void GaussSeidel<Value>::sweep_back(const SingleMatrix<Value>& A, std::span<const Single> b, std::span<Single> x) const
{
    const SparsityPattern& pattern = *A.pattern;
    const auto sweep = [&](const Block& own) {
        for (int i = own.end; i-- > own.begin;) {
            const Single at = x[i];
            Single left = b[i] - times<Value>(A.rest.data() + static_cast<std::size_t>(i) * entry_size<Value>, at);
            const auto take = [&](int k) { left -= times<Value>(A.entry(k), Single(x[pattern.column[k]] - at)); };
            // The entries next to the diagonal, whose x was just changed, come last: the other sums need not wait for
            // them.
            for (int k = pattern.row_begin[i]; k < pattern.diagonal[i]; ++k) take(k);
            for (int k = pattern.row_begin[i + 1] - 1; k > pattern.diagonal[i]; --k) take(k);
            x[i] = at + solve_row(i, left);
        }
    };
    for (int colour = colours(); colour-- > 0;) each_block(colour, sweep);
}

template class GaussSeidel<double>;
template class GaussSeidel<Mat3>;

}  // namespace tulle
