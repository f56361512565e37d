#pragma once
// Finds scenes by name: SCENE is a file, or the name of a file in a folder of scenes.

#include "scene/named_files.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

/// Returns all named scenes, sorted by name: from scenes/ in the working directory, from TULLE_SCENES, from the
/// installed program and from the source tree (data_folders). If two scenes have the same name, the scene of the
/// earlier folder is used.
[[nodiscard]] std::vector<NamedFile> named_scenes();

/// Returns the file. Throws InputError, with the nearest known name, if the name is neither a file nor a named scene.
[[nodiscard]] std::filesystem::path find_scene(const std::string& name);

}  // namespace tulle
