#pragma once
// Reads an [[obstacle]] table of a scene: shape, contact properties and motion.

#include "scene/scene_reader.hpp"

#include <filesystem>

namespace tulle {

/// Reads the table at `in` into `obstacle`. Names of mesh files are relative to `directory`.
void read_obstacle(SceneReader& in, const std::filesystem::path& directory, ObstacleDescription& obstacle);

}  // namespace tulle
