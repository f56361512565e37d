#pragma once
// A draped specimen as the camera of the test sees it, from above.

#include "render/image.hpp"
#include "study/drape.hpp"

namespace tulle {

/// Specimens side by side, `size` pixels each; the disc [m, diameter] lies below.
[[nodiscard]] Picture draped_from_above(const std::vector<DrapedPiece>& pieces, double specimen, double support,
                                        int size);

}  // namespace tulle
