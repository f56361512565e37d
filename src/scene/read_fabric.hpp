#pragma once
// Reads fabric files (TOML, docs/fabrics.md): measured properties in KES or SI units, and the sources of the numbers.

#include "scene/fabric_units.hpp"
#include "scene/scene_reader.hpp"

#include <tulle/fabric.hpp>

#include <filesystem>
#include <vector>

namespace tulle {

/// Reads a fabric. Throws one InputError with every problem: position, key, reason, expected range and unit, and for a
/// misspelt key the likely correct one.
[[nodiscard]] FabricDescription read_fabric(const std::filesystem::path& file);

/// Returns the unit system of the file's plain numbers and of the ranges in its sources.
[[nodiscard]] UnitSystem fabric_unit_system(const std::filesystem::path& file);

/// Returns every key that a fabric file may have, with the units of plain numbers, in the order of reading.
[[nodiscard]] std::vector<SceneKey> fabric_keys(UnitSystem system);

}  // namespace tulle
