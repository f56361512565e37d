#include "linear/dynamic_sparsity_matrix.hpp"

#include "core/parallel.hpp"

#include <algorithm>

namespace tulle {

const Csr<Mat3>& DynamicSparsityMatrix::of(const Csr<Mat3>& A, std::span<const StencilBlock> blocks)
{
    if (blocks.empty()) return A;
    list_incidences(A.rows(), blocks);
    extend_pattern(*A.pattern, blocks);
    if (!with_contacts_ || with_contacts_->pattern->column != next_.column ||
        with_contacts_->pattern->row_begin != next_.row_begin)
        with_contacts_ = std::make_unique<Csr<Mat3>>(std::make_shared<const SparsityPattern>(next_));

    const SparsityPattern& from = *A.pattern;
    const SparsityPattern& to = *with_contacts_->pattern;
    parallel_rows(A.rows(), [&](std::size_t row) {
        int next = from.row_begin[row];
        for (int k = to.row_begin[row]; k < to.row_begin[row + 1]; ++k) {
            const bool is_there = next < from.row_begin[row + 1] && from.column[next] == to.column[k];
            with_contacts_->value[k] = is_there ? A.value[next++] : Mat3::Zero();
        }
        const auto first = to.column.begin() + to.row_begin[row];
        const auto last = to.column.begin() + to.row_begin[row + 1];
        for (int k = incidence_begin_[row]; k < incidence_begin_[row + 1]; ++k) {
            const StencilBlock& shared = blocks[incidences_[k].block];
            const double share = shared.weights[incidences_[k].corner];
            for (std::size_t c = 0; c < 4; ++c) {
                const auto place = std::lower_bound(first, last, shared.particles[c]);
                with_contacts_->value[place - to.column.begin()] += (share * shared.weights[c]) * shared.block;
            }
        }
    });
    return *with_contacts_;
}

void DynamicSparsityMatrix::list_incidences(std::size_t rows, std::span<const StencilBlock> blocks)
{
    incidence_begin_.assign(rows + 1, 0);
    for (const StencilBlock& shared : blocks)
        for (const int p : shared.particles) ++incidence_begin_[p + 1];
    for (std::size_t row = 0; row < rows; ++row) incidence_begin_[row + 1] += incidence_begin_[row];
    incidences_.resize(4 * blocks.size());
    // Filling advances the begin of each row to the begin of the next row. Shifting the array by one row restores it.
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (int c = 0; c < 4; ++c) incidences_[incidence_begin_[blocks[b].particles[c]]++] = {static_cast<int>(b), c};
    std::shift_right(incidence_begin_.begin(), incidence_begin_.end(), 1);
    incidence_begin_.front() = 0;
}

void DynamicSparsityMatrix::extend_pattern(const SparsityPattern& pattern, std::span<const StencilBlock> blocks)
{
    const std::size_t rows = pattern.rows();
    std::vector<std::vector<int>> added(rows);  // columns
    parallel_rows(rows, [&](std::size_t row) {
        const auto first = pattern.column.begin() + pattern.row_begin[row];
        const auto last = pattern.column.begin() + pattern.row_begin[row + 1];
        std::vector<int>& columns = added[row];
        for (int k = incidence_begin_[row]; k < incidence_begin_[row + 1]; ++k)
            for (const int p : blocks[incidences_[k].block].particles)
                if (!std::binary_search(first, last, p)) columns.push_back(p);
        std::ranges::sort(columns);
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    });
    next_.row_begin.resize(rows + 1);
    next_.row_begin[0] = 0;
    for (std::size_t row = 0; row < rows; ++row)
        next_.row_begin[row + 1] = next_.row_begin[row] + pattern.row_begin[row + 1] - pattern.row_begin[row] +
                                   static_cast<int>(added[row].size());
    next_.column.resize(static_cast<std::size_t>(next_.row_begin[rows]));
    next_.diagonal.resize(rows);
    parallel_rows(rows, [&](std::size_t row) {
        const auto to = next_.column.begin() + next_.row_begin[row];
        const auto end =
            std::merge(pattern.column.begin() + pattern.row_begin[row],
                       pattern.column.begin() + pattern.row_begin[row + 1], added[row].begin(), added[row].end(), to);
        next_.diagonal[row] = static_cast<int>(std::lower_bound(to, end, static_cast<int>(row)) - next_.column.begin());
    });
}

}  // namespace tulle
