#pragma once
// [[source]] of a fabric file: where each number comes from, and how certain it is.

#include "scene/fabric_numbers.hpp"

namespace tulle {

/// Called after all numbers: every one must be covered by a source, and every source must cover something. An assumed
/// number lies in the range it was taken from.
[[nodiscard]] std::vector<FabricSource> read_fabric_sources(SceneReader& in, const FabricNumbers& numbers);

}  // namespace tulle
