#pragma once
// Reads the [[source]] tables of a fabric file: the source of each number, and its certainty.

#include "scene/fabric_numbers.hpp"

namespace tulle {

/// Reads the sources. Call this after all numbers are read: every number must have a source, and every source must name
/// a number. An assumed number must lie in the range of its source.
[[nodiscard]] std::vector<FabricSource> read_fabric_sources(SceneReader& in, const FabricNumbers& numbers);

}  // namespace tulle
