#pragma once
// Gmsh's format of meshes, as text: version 2.2 and the blocks of version 4.1.

#include <tulle/solid.hpp>

#include <string>
#include <string_view>

namespace tulle {

/// The tetrahedra of a file and their nodes, in the order of the file. Throws InputError with `file` and line.
[[nodiscard]] TetrahedronMesh read_msh(std::string_view text, const std::string& file);

}  // namespace tulle
