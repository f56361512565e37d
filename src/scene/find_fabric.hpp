#pragma once
// The fabric that a scene names: fabric = "cotton_broad".

#include "scene/named_files.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

/// The file NAME.toml beside the scene, which is in `directory`, or in a folder fabrics there, or one of the named
/// fabrics; a name that ends in .toml is a file as seen from the scene. Throws InputError, with the nearest name there
/// is, when there is none.
[[nodiscard]] std::filesystem::path find_fabric(const std::string& name, const std::filesystem::path& directory);

/// The fabrics that every scene can name: of fabrics/ here, of TULLE_FABRICS, of the installed program and of the
/// source tree.
[[nodiscard]] std::vector<NamedFile> named_fabrics();

}  // namespace tulle
