#pragma once
// Reads the [[source]] tables of a fabric file: the source of each number, and its certainty.

#include "scene/fabric_numbers.hpp"

#include <array>
#include <string_view>

namespace tulle {

inline constexpr std::array<Named<Certainty>, 4> certainties{{{"measured", Certainty::measured},
                                                              {"quoted", Certainty::quoted},
                                                              {"derived", Certainty::derived},
                                                              {"assumed", Certainty::assumed}}};

/// Tells whether `path` is the key itself or below the key.
[[nodiscard]] inline bool is_at_or_below(std::string_view key, std::string_view path)
{
    return path.starts_with(key) && (path.size() == key.size() || path[key.size()] == '.');
}

/// Reads the sources. Call this after all numbers are read: every number must have a source, and every source must name
/// a number. An assumed number must lie in the range of its source.
[[nodiscard]] std::vector<FabricSource> read_fabric_sources(SceneReader& in, const FabricNumbers& numbers);

}  // namespace tulle
