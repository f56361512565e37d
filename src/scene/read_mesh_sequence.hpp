#pragma once
// The section `sequence` of an obstacle: a mesh that changes its shape, one file per frame.

#include "scene/scene_reader.hpp"

#include <filesystem>
#include <vector>

namespace tulle {

/// Files whose names match a pattern with one `*` in its last part, in the order of the numbers that the star stands
/// for: frame_9 comes before frame_10.
[[nodiscard]] std::vector<std::filesystem::path> files_like(const std::filesystem::path& pattern);

/// Files are named relative to `directory`. The first becomes `mesh`; the others must have its faces. Returns whether
/// the section is there.
bool read_mesh_sequence(SceneReader& in, const std::filesystem::path& directory, MeshDescription& mesh,
                        MeshSequence& sequence);

}  // namespace tulle
