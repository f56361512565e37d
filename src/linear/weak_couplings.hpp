#pragma once
// Dropped weak couplings: multigrid leaves out weak springs between particles that have three strong neighbours in
// common. The common neighbours hold the two particles, unless the cloth is folded between the particles. The dropped
// springs are bending springs, which skip a neighbour and would double the length of the rows on every coarse level.
// Weak shear springs are not dropped, because nothing else would resist shear.

#include "linear/csr.hpp"

#include <span>
#include <vector>

namespace tulle {

/// Marks the slots of weak couplings whose particles have at least three strong neighbours in common. The marks of i-j
/// and j-i are the same. The result depends on the marks `strong` alone.
[[nodiscard]] std::vector<unsigned char> mark_weak_couplings(const SparsityPattern& pattern,
                                                             std::span<const unsigned char> strong);

/// Returns the pattern without the marked slots. No slot on the diagonal may be marked.
[[nodiscard]] SparsityPattern without(const SparsityPattern& pattern, std::span<const unsigned char> left_out);

}  // namespace tulle
