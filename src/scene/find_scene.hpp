#pragma once
// Scenes by name: SCENE is a file, or the name of one in a scenes folder.

#include "scene/named_files.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

/// All scenes that names find, sorted by name: those of scenes/ here, of TULLE_SCENES, of the installed program and of
/// the source tree. Of two with one name the earlier folder's counts.
[[nodiscard]] std::vector<NamedFile> named_scenes();

/// Throws InputError for a name that is neither a file nor a scene, with the nearest name there is.
[[nodiscard]] std::filesystem::path find_scene(const std::string& name);

}  // namespace tulle
