#include "linear/factor_blocks.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

namespace tulle {
namespace {

/// Calls visit(first, std::integral_constant<int, count>) for groups of 4, 2 or 1 columns that make up all columns. The
/// pivots of a group fit in registers, together with a row and its values.
template <class Visit>
void for_each_group(int columns, const Visit& visit)
{
    int first = 0;
    for (; columns - first >= 4; first += 4) visit(first, std::integral_constant<int, 4>());
    if (columns - first >= 2) visit(first, std::integral_constant<int, 2>());
    if (columns % 2 == 1) visit(columns - 1, std::integral_constant<int, 1>());
}

/// rows -= values times pivots
template <int Columns, class Real, class Row>
void subtract_from_rows(const Real* value, const Row* pivots, const int* row, int rows, Row* work)
{
    std::array<Row, Columns> pivot;
    std::copy_n(pivots, Columns, pivot.begin());
    for (int r = 0; r < rows; ++r, value += Columns) {
        Row sum = work[row[r]];
        for (int c = 0; c < Columns; ++c) sum -= value[c] * pivot[c];
        work[row[r]] = sum;
    }
}

/// pivots -= values times rows
template <int Columns, class Real, class Row>
void subtract_from_pivots(const Real* value, Row* pivots, const int* row, int rows, const Row* work)
{
    std::array<Row, Columns> sum;
    sum.fill(Row::Zero());
    for (int r = 0; r < rows; ++r, value += Columns) {
        const Row& from = work[row[r]];
        for (int c = 0; c < Columns; ++c) sum[c] += value[c] * from;
    }
    for (int c = 0; c < Columns; ++c) pivots[c] -= sum[c];
}

}  // namespace

template <class Real, int Width>
void FactorBlocks<Real, Width>::find_blocks(const CholeskyFactor& L)
{
    blocks_.clear();
    row_.clear();
    std::size_t values = 0;
    const int size = static_cast<int>(L.permutation.size());
    const auto length = [&](int column) { return L.column_begin[column + 1] - L.column_begin[column]; };
    const auto end_block = [&] {
        if (blocks_.empty()) return;
        Block& block = blocks_.back();
        block.below -= block.columns;
        const auto end = L.row.begin() + L.column_begin[block.column + 1];
        row_.insert(row_.end(), end - block.below, end);
        values += block.triangle_size() + static_cast<std::size_t>(block.columns) * block.below;
    };
    for (int column = 0; column < size; ++column) {
        // The first row below the diagonal of the previous column is its parent in the elimination tree, and the parent
        // contains all further rows of the previous column. If this column is the parent and has one row less, both
        // columns have the same rows.
        const bool goes_on =
            column > 0 && length(column - 1) == length(column) + 1 && L.row[L.column_begin[column - 1] + 1] == column;
        if (!goes_on) {
            end_block();
            blocks_.push_back({column, 0, length(column), row_.size(), values});
        }
        ++blocks_.back().columns;
    }
    end_block();
    value_.resize(values);
    work_.resize(L.permutation.size(), Row::Zero());
}

template <class Real, int Width>
void FactorBlocks<Real, Width>::take(const CholeskyFactor& L)
{
    permutation_.assign(L.permutation.begin(), L.permutation.end());
    find_blocks(L);
    for (const Block& block : blocks_) {
        Real* value = &value_[block.value];
        for (int c = 0; c < block.columns; ++c) {
            const double* from = &L.value[L.column_begin[block.column + c]];
            *value++ = static_cast<Real>(1 / *from++);
            for (int r = c + 1; r < block.columns; ++r) *value++ = static_cast<Real>(*from++);
        }
        for_each_group(block.columns, [&](int first, auto columns) {
            for (int r = 0; r < block.below; ++r)
                for (int c = first; c < first + columns; ++c)
                    *value++ = static_cast<Real>(L.value[L.column_begin[block.column + c] + block.columns - c + r]);
        });
    }
}

template <class Real, int Width>
void FactorBlocks<Real, Width>::solve_forward(const Block& block)
{
    Row* own = &work_[block.column];
    const Real* value = &value_[block.value];
    for (int c = 0; c < block.columns; ++c) {
        own[c] *= *value++;
        const Row pivot = own[c];
        for (int r = c + 1; r < block.columns; ++r) own[r] -= *value++ * pivot;
    }
    for_each_group(block.columns, [&](int first, auto columns) {
        subtract_from_rows<columns>(value, own + first, row_.data() + block.row, block.below, work_.data());
        value += static_cast<std::ptrdiff_t>(columns) * block.below;
    });
}

template <class Real, int Width>
void FactorBlocks<Real, Width>::solve_backward(const Block& block)
{
    Row* own = &work_[block.column];
    const Real* diagonal = &value_[block.value] + block.triangle_size();
    const Real* value = diagonal;
    for_each_group(block.columns, [&](int first, auto columns) {
        subtract_from_pivots<columns>(value, own + first, row_.data() + block.row, block.below, work_.data());
        value += static_cast<std::ptrdiff_t>(columns) * block.below;
    });
    for (int c = block.columns; c-- > 0;) {
        diagonal -= block.columns - c;
        Row sum = own[c];
        for (int r = c + 1; r < block.columns; ++r) sum -= diagonal[r - c] * own[r];
        own[c] = *diagonal * sum;
    }
}

template <class Real, int Width>
void FactorBlocks<Real, Width>::solve(std::span<const double> b, std::span<double> x)
{
    for (std::size_t k = 0; k < work_.size(); ++k) {
        const double* from = &b[static_cast<std::size_t>(permutation_[k]) * Width];
        for (int w = 0; w < Width; ++w) work_[k][w] = static_cast<Real>(from[w]);
    }
    for (const Block& block : blocks_) solve_forward(block);
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) solve_backward(*block);
    for (std::size_t k = 0; k < work_.size(); ++k) {
        double* to = &x[static_cast<std::size_t>(permutation_[k]) * Width];
        for (int w = 0; w < Width; ++w) to[w] = static_cast<double>(work_[k][w]);
    }
}

template class FactorBlocks<float, 3>;
template class FactorBlocks<double, 3>;
template class FactorBlocks<double, 1>;

}  // namespace tulle
