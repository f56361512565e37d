#pragma once
// Which particles move together in a coarser net: aggregates of particles with strong couplings between them
// (Vanek, Mandel, Brezina 1996, Algorithm 5.1).

#include "linear/csr.hpp"

#include <span>
#include <vector>

namespace tulle {

/// Marks the slots whose couplings are strong: |A_ij| >= threshold sqrt(m_i m_j), where m_i is the largest |A_ij| of
/// row i. Masses and steps drop out, so that a coupling is strong for what it is made of. `size` has |A_ij| of every
/// slot, 0 where there is no coupling: on the diagonal, and of fixed particles. `root` is scratch, one per row. True
/// where any mark is not what it was.
bool mark_strong(const SparsityPattern& pattern, std::span<const float> size, float threshold, std::span<float> root,
                 std::span<unsigned char> strong);

struct Aggregates {
    std::vector<int> of_row;  // -1: alone, in none
    int count = 0;
};

/// Disjoint neighbourhoods of strong couplings, numbered as their first rows are. Depends on the marks alone.
[[nodiscard]] Aggregates make_aggregates(const SparsityPattern& pattern, std::span<const unsigned char> strong);

}  // namespace tulle
