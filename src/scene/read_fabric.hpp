#pragma once
// Fabric files (TOML, docs/fabrics.md): what was measured of a fabric, in KES or SI units, and where it comes from.

#include "scene/fabric_units.hpp"
#include "scene/scene_reader.hpp"

#include <tulle/fabric.hpp>

#include <filesystem>
#include <vector>

namespace tulle {

/// Throws one InputError with every problem: position, key, reason, expected range and unit, and for a misspelt key the
/// likely one.
[[nodiscard]] FabricDescription read_fabric(const std::filesystem::path& file);

/// What its plain numbers are in, and so the ranges of its sources.
[[nodiscard]] UnitSystem fabric_unit_system(const std::filesystem::path& file);

/// Every key that a fabric file may have, with the units of plain numbers, in the order of reading.
[[nodiscard]] std::vector<SceneKey> fabric_keys(UnitSystem system);

}  // namespace tulle
