#include "linear/weak_couplings.hpp"

namespace tulle {
namespace {

constexpr int enough_in_common = 3;

/// Returns whether i and j have at least `enough_in_common` strong neighbours in common.
bool share_enough(const SparsityPattern& pattern, std::span<const unsigned char> strong, std::size_t i, std::size_t j)
{
    int common = 0;
    int a = pattern.row_begin[i];
    int b = pattern.row_begin[j];
    while (a < pattern.row_begin[i + 1] && b < pattern.row_begin[j + 1]) {
        const int of_i = pattern.column[a];
        const int of_j = pattern.column[b];
        if (of_i == of_j && strong[a] != 0 && strong[b] != 0 && ++common == enough_in_common) return true;
        if (of_i <= of_j) ++a;
        if (of_j <= of_i) ++b;
    }
    return false;
}

}  // namespace

std::vector<unsigned char> mark_weak_couplings(const SparsityPattern& pattern, std::span<const unsigned char> strong)
{
    std::vector<unsigned char> dropped(pattern.nonzeros(), 0);
    for (std::size_t i = 0; i < pattern.rows(); ++i)
        for (int k = pattern.row_begin[i]; k < pattern.diagonal[i]; ++k) {
            const auto j = static_cast<std::size_t>(pattern.column[k]);
            const int back = pattern.slot(static_cast<int>(j), static_cast<int>(i));
            // Rounding may leave a coupling strong from one side only.
            if (strong[k] != 0 || strong[back] != 0 || !share_enough(pattern, strong, i, j)) continue;
            dropped[k] = dropped[back] = 1;
        }
    return dropped;
}

SparsityPattern without(const SparsityPattern& pattern, std::span<const unsigned char> left_out)
{
    SparsityPattern kept;
    kept.row_begin.reserve(pattern.rows() + 1);
    kept.row_begin.push_back(0);
    kept.diagonal.reserve(pattern.rows());
    for (std::size_t i = 0; i < pattern.rows(); ++i) {
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
            if (left_out[k] != 0) continue;
            if (k == pattern.diagonal[i]) kept.diagonal.push_back(static_cast<int>(kept.column.size()));
            kept.column.push_back(pattern.column[k]);
        }
        kept.row_begin.push_back(static_cast<int>(kept.column.size()));
    }
    return kept;
}

}  // namespace tulle
