#pragma once
// Hash of a scene and of the contents of the files that it names.

#include <tulle/scene_file.hpp>

#include <cstdint>

namespace tulle {

/// Returns a hash of the scene's text and of the meshes, nets, solids and fabrics that it names, because these files
/// may change between two segments of a run.
[[nodiscard]] std::uint64_t hash_of(const SceneFile& scene);

}  // namespace tulle
