#pragma once
// Reads the table `sequence` of an obstacle: a mesh that changes its shape, with one file per frame.

#include "scene/scene_reader.hpp"

#include <filesystem>
#include <vector>

namespace tulle {

/// Returns the files that match a pattern with one `*` in the file name. They are sorted by the number in place of the
/// star: frame_9 is before frame_10.
[[nodiscard]] std::vector<std::filesystem::path> files_like(const std::filesystem::path& pattern);

/// Reads the table. File names are relative to `directory`. The first file becomes `mesh`, and the other files must
/// have the same faces. Returns whether the table exists.
bool read_mesh_sequence(SceneReader& in, const std::filesystem::path& directory, MeshDescription& mesh,
                        MeshSequence& sequence);

}  // namespace tulle
