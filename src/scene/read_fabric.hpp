#pragma once
// Reads fabric files (TOML, docs/fabrics.md): measured properties in KES or SI units, and the sources of the numbers.

#include "scene/fabric_units.hpp"
#include "scene/scene_reader.hpp"

#include <tulle/fabric.hpp>

#include <filesystem>
#include <vector>

namespace tulle {

/// Reads a fabric. If the file contains mistakes, throws one InputError that lists every mistake with its position,
/// key, reason, expected range and unit, and suggests the likely correct key for a misspelt key.
[[nodiscard]] FabricDescription read_fabric(const std::filesystem::path& file);

/// Returns the unit system of all numbers in the file that have no unit of their own, and of the ranges in its sources.
[[nodiscard]] UnitSystem fabric_unit_system(const std::filesystem::path& file);

/// Returns every key that a fabric file may have, with the units of plain numbers, in the order of reading.
[[nodiscard]] std::vector<SceneKey> fabric_keys(UnitSystem system);

}  // namespace tulle
