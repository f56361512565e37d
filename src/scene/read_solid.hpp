#pragma once
// The keys of a [[body]] that is a solid: a lattice, or tetrahedra from a file.

#include "scene/scene_reader.hpp"

#include <tulle/solid.hpp>

#include <filesystem>

namespace tulle {

/// Leaves `net` as it is where the body is no solid, and refuses the keys that only solids have. The placement has been
/// read; its scale, which the masses depend on, is applied here and then 1.
void read_solid(SceneReader& in, const std::filesystem::path& directory, NetDescription& net);

}  // namespace tulle
