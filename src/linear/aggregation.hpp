#pragma once
// Aggregation of particles for smoothed-aggregation multigrid: particles with strong couplings between them form one
// particle of the next coarser level (Vanek, Mandel, Brezina 1996, Algorithm 5.1).

#include "linear/csr.hpp"

#include <span>
#include <vector>

namespace tulle {

/// Marks the slots of strong couplings: |A_ij| >= threshold sqrt(m_i m_j), where m_i is the largest |A_ij| of row i.
/// Masses and time steps drop out, so that the strength of a coupling depends on stiffnesses alone. `size` holds |A_ij|
/// of every slot; it is 0 on the diagonal and for fixed particles, where there is no coupling. `root` is scratch, one
/// entry per row. Returns true if any mark has changed.
bool mark_strong(const SparsityPattern& pattern, std::span<const float> size, float threshold, std::span<float> root,
                 std::span<unsigned char> strong);

struct Aggregates {
    std::vector<int> of_row;  // aggregate of each row; -1: in no aggregate
    int count = 0;
};

/// Groups rows into disjoint neighbourhoods of strong couplings. Aggregates are numbered in the order of the rows
/// around which they form. The result depends on the marks alone.
[[nodiscard]] Aggregates make_aggregates(const SparsityPattern& pattern, std::span<const unsigned char> strong);

}  // namespace tulle
