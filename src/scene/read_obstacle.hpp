#pragma once
// An [[obstacle]] table of a scene: its shape and what it is like to touch.

#include "scene/scene_reader.hpp"

#include <filesystem>

namespace tulle {

/// Mesh files are named relative to `directory`.
void read_obstacle(SceneReader& in, const std::filesystem::path& directory, ObstacleDescription& obstacle);

}  // namespace tulle
