#pragma once
// A draped specimen as the camera of the test sees it, from above.

#include "render/image.hpp"
#include "study/fabric_lab/drape_study.hpp"

namespace tulle {

/// The specimens of a row side by side, `size` pixels each.
[[nodiscard]] Picture draped_from_above(const DrapeStudy& study, const DrapeRow& row, int size);

}  // namespace tulle
