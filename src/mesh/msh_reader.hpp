#pragma once
// Reader for tetrahedral meshes in Gmsh's text format (.msh): version 2.2, and version 4.1 with its blocks.

#include <tulle/solid.hpp>

#include <string>
#include <string_view>

namespace tulle {

/// Returns the tetrahedra of a file and their nodes, in the order of the file. Throws InputError with `file` and line.
[[nodiscard]] TetrahedronMesh read_msh(std::string_view text, const std::string& file);

}  // namespace tulle
