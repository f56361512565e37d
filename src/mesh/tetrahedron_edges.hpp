#pragma once
// Edges of tetrahedra.

#include <array>
#include <vector>

namespace tulle {

/// Returns every edge once, as a pair of nodes in increasing order; the pairs are sorted.
[[nodiscard]] std::vector<std::array<int, 2>> edges_of(const std::vector<std::array<int, 4>>& tetrahedra);

}  // namespace tulle
