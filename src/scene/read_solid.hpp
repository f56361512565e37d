#pragma once
// Reads the keys of a [[body]] that is a solid: a lattice, or tetrahedra from a file.

#include "scene/scene_reader.hpp"

#include <tulle/solid.hpp>

#include <filesystem>

namespace tulle {

/// Reads a solid or a rigid body into `body`. A net of springs leaves the body unchanged, and keys of solids are
/// rejected. The placement must already be read. The scale of a solid is applied here, because the masses depend on the
/// scale, and is then set to 1.
void read_solid(SceneReader& in, const std::filesystem::path& directory, BodyDescription& body);

}  // namespace tulle
