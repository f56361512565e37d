#pragma once
// The keys that name a mesh file and put the mesh in its place: mesh, scale, rotation, translation.

#include "scene/scene_reader.hpp"

#include <filesystem>

namespace tulle {

/// scale, rotation, translation
void read_placement(SceneReader& in, Placement& placement);

/// The file is named relative to `directory`. Returns whether one was named; problems inside it keep its name and
/// lines, and say which key named it.
bool read_placed_mesh(SceneReader& in, const std::filesystem::path& directory, MeshUse use, Need need,
                      MeshDescription& mesh);

}  // namespace tulle
