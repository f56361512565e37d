#pragma once
// Reads the keys of a [[body]] that is a solid: a lattice, or tetrahedra from a file.

#include "scene/scene_reader.hpp"

#include <tulle/solid.hpp>

#include <filesystem>

namespace tulle {

/// Reads a solid or a rigid body into `net`. A body of springs leaves `net` unchanged, and keys of solids are rejected.
/// The placement must already be read. Its scale is applied here, because the masses depend on the scale, and is then
/// set to 1.
void read_solid(SceneReader& in, const std::filesystem::path& directory, NetDescription& net);

}  // namespace tulle
