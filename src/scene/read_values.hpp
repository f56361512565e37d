#pragma once
// Reads the values of a scene and of the files that it names, without the checks that compare several values.

#include "scene/scene_reader.hpp"

#include <tulle/scene_file.hpp>

#include <filesystem>

namespace tulle {

/// Returns the description and the formats, with warnings about keys that have no effect after an override. Problems
/// are in `findings`. Names of files are relative to `directory`.
[[nodiscard]] SceneFile read_values(SceneDocument& document, const std::filesystem::path& directory,
                                    SceneFindings& findings);

}  // namespace tulle
