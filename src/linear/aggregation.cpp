#include "linear/aggregation.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tulle {
namespace {

double squared_size(double a) { return a * a; }
double squared_size(const Mat3& a) { return a.squaredNorm(); }

/// The aggregate that most strong neighbours of a row are in, the first of equals; -1 where none is in any.
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

template <class Value>
void mark_strong(const Csr<Value>& A, std::span<const unsigned char> fixed, double threshold, std::span<double> largest,
                 std::span<unsigned char> strong)
{
    const SparsityPattern& pattern = *A.pattern;
    const auto is_fixed = [&](std::size_t i) { return !fixed.empty() && fixed[i] != 0; };
    const auto is_coupling = [&](std::size_t i, int k) {
        return k != pattern.diagonal[i] && !is_fixed(static_cast<std::size_t>(pattern.column[k]));
    };
    parallel_for(A.rows(), [&](std::size_t i) {
        double most = 0;
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k)
            if (is_coupling(i, k)) most = std::max(most, squared_size(A.value[k]));
        largest[i] = std::sqrt(most);
    });
    parallel_for(A.rows(), [&](std::size_t i) {
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
            const double bound = threshold * threshold * largest[i] * largest[pattern.column[k]];
            const double size = squared_size(A.value[k]);
            strong[k] = !is_fixed(i) && is_coupling(i, k) && size > 0 && size >= bound ? 1 : 0;
        }
    });
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

    // Whole neighbourhoods first: on a grid with diagonals these are squares of 3 x 3.
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

    // What is left has such a neighbourhood beside it, or would have been one itself, and joins it. Only whole ones are
    // seen, so that none grows by more than a ring.
    std::vector<int> joined = of_row;
    std::vector<int> candidates;
    for (std::size_t i = 0; i < n; ++i)
        if (of_row[i] < 0) joined[i] = most_frequent_neighbour(pattern, strong, of_row, i, candidates);
    of_row.swap(joined);
    return aggregates;
}

template void mark_strong(const Csr<double>&, std::span<const unsigned char>, double, std::span<double>,
                          std::span<unsigned char>);
template void mark_strong(const Csr<Mat3>&, std::span<const unsigned char>, double, std::span<double>,
                          std::span<unsigned char>);

}  // namespace tulle
