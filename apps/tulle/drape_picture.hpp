#pragma once
// Picture of a draped specimen from above, as the camera of the drape test sees it.

#include "render/image.hpp"
#include "study/fabric_lab/drape_study.hpp"

namespace tulle {

/// Returns a picture of the specimens of a row side by side, `size` pixels each.
[[nodiscard]] Picture draped_from_above(const DrapeStudy& study, const DrapeRow& row, int size);

}  // namespace tulle
