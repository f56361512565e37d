#pragma once
// Finds the fabric file for a name in a scene, such as fabric = "cotton_broad".

#include "scene/named_files.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

/// Returns the first of these files: NAME.toml in the scene's folder `directory`, NAME.toml in its subfolder fabrics,
/// the file of a named fabric. A name that ends in .toml is a path relative to the scene. Throws InputError, with the
/// nearest known name, if there is no such file.
[[nodiscard]] std::filesystem::path find_fabric(const std::string& name, const std::filesystem::path& directory);

/// Returns the fabrics that every scene can name: from fabrics/ in the working directory, from TULLE_FABRICS, from the
/// installed program and from the source tree (data_folders).
[[nodiscard]] std::vector<NamedFile> named_fabrics();

}  // namespace tulle
