#pragma once
// Weak springs that multigrid does without: those between particles with three strong neighbours in common, which hold
// the two where the cloth is not folded between them. These are bending springs, which reach past a neighbour and so
// double the length of every coarse net's rows. Weak shear springs are not among them: without those, nothing would
// resist shear.

#include "linear/csr.hpp"

#include <span>
#include <vector>

namespace tulle {

/// Marks the slots of weak couplings whose particles have three strong neighbours or more in common; alike for i-j and
/// j-i. Depends on the marks alone.
[[nodiscard]] std::vector<unsigned char> mark_weak_couplings(const SparsityPattern& pattern,
                                                             std::span<const unsigned char> strong);

/// The pattern without the marked slots, none of which is on the diagonal.
[[nodiscard]] SparsityPattern without(const SparsityPattern& pattern, std::span<const unsigned char> left_out);

}  // namespace tulle
