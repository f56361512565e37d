#pragma once
// Reads the keys of a mesh file and of its placement: mesh, scale, rotation, translation.

#include "scene/scene_reader.hpp"

#include <filesystem>

namespace tulle {

/// Reads scale, rotation and translation.
void read_placement(SceneReader& in, Placement& placement);

/// Reads the mesh file and its placement. The file name is relative to `directory`. Returns whether the scene names a
/// file. Problems in the file are reported with its name and lines, and with the key that names the file.
bool read_placed_mesh(SceneReader& in, const std::filesystem::path& directory, MeshUse use, Need need,
                      MeshDescription& mesh);

}  // namespace tulle
