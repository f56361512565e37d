#pragma once
// A [[cloth]] table of a scene: shape, weight, springs, pins.

#include "scene/scene_reader.hpp"

#include <filesystem>

namespace tulle {

/// Mesh files are named relative to `directory`.
void read_cloth(SceneReader& in, const std::filesystem::path& directory, ClothDescription& cloth);

}  // namespace tulle
