#include "linear/aggregation.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>

namespace tulle {
namespace {

/// Returns the aggregate that contains most of the strong neighbours of a row; among equals, the one with the lowest
/// number. Returns -1 if no strong neighbour is in an aggregate.
int most_frequent_neighbour(const SparsityPattern& pattern, std::span<const unsigned char> strong,
                            std::span<const int> of_row, std::size_t row, std::vector<int>& candidates)
{
    candidates.clear();
    for (int k = pattern.row_begin[row]; k < pattern.row_begin[row + 1]; ++k)
        if (strong[k] != 0 && of_row[pattern.column[k]] >= 0) candidates.push_back(of_row[pattern.column[k]]);
    std::sort(candidates.begin(), candidates.end());
    int best = -1;
    std::ptrdiff_t most = 0;
    for (auto from = candidates.begin(); from != candidates.end();) {
        const auto to = std::upper_bound(from, candidates.end(), *from);
        if (to - from > most) {
            most = to - from;
            best = *from;
        }
        from = to;
    }
    return best;
}

}  // namespace

bool mark_strong(const SparsityPattern& pattern, std::span<const float> size, float threshold, std::span<float> root,
                 std::span<unsigned char> strong)
{
    parallel_rows(pattern.rows(), [&](std::size_t i) {
        float most = 0;
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) most = std::max(most, size[k]);
        root[i] = std::sqrt(most);
    });
    std::atomic<bool> changed = false;
    parallel_rows(pattern.rows(), [&](std::size_t i) {
        bool row_changed = false;
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
            const bool is_strong = size[k] > 0 && size[k] >= threshold * (root[i] * root[pattern.column[k]]);
            row_changed = row_changed || (strong[k] != 0) != is_strong;
            strong[k] = is_strong ? 1 : 0;
        }
        if (row_changed) changed.store(true, std::memory_order_relaxed);
    });
    return changed;
}

Aggregates make_aggregates(const SparsityPattern& pattern, std::span<const unsigned char> strong)
{
    const std::size_t n = pattern.rows();
    Aggregates aggregates{std::vector<int>(n, -1), 0};
    std::vector<int>& of_row = aggregates.of_row;
    const auto for_each_neighbour = [&](std::size_t i, const auto& visit) {
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k)
            if (strong[k] != 0) visit(pattern.column[k]);
    };

    // First pass: a row forms an aggregate with its strong neighbours if none of them is in an aggregate yet. On a grid
    // with diagonals, these aggregates are squares of 3 x 3.
    for (std::size_t i = 0; i < n; ++i) {
        bool whole = of_row[i] < 0;
        bool alone = true;
        for_each_neighbour(i, [&](int j) {
            alone = false;
            whole = whole && of_row[j] < 0;
        });
        if (!whole || alone) continue;
        of_row[i] = aggregates.count;
        for_each_neighbour(i, [&](int j) { of_row[j] = aggregates.count; });
        ++aggregates.count;
    }

    // Second pass: each remaining row with strong couplings joins the aggregate of a strong neighbour. There is one,
    // because the row would otherwise have formed an aggregate itself. Only aggregates of the first pass are considered
    // (`of_row`), so that no aggregate grows by more than one ring.
    std::vector<int> joined = of_row;
    std::vector<int> candidates;
    for (std::size_t i = 0; i < n; ++i)
        if (of_row[i] < 0) joined[i] = most_frequent_neighbour(pattern, strong, of_row, i, candidates);
    of_row.swap(joined);
    return aggregates;
}

}  // namespace tulle
