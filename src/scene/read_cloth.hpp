#pragma once
// Reads a [[cloth]] table of a scene: shape, weight, springs, pins.

#include "scene/scene_reader.hpp"

#include <filesystem>

namespace tulle {

/// Reads the table. Names of mesh files are relative to `directory`.
void read_cloth(SceneReader& in, const std::filesystem::path& directory, ClothDescription& cloth);

}  // namespace tulle
