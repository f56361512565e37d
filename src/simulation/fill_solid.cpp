// A solid inside a surface. Here, because it takes meshes and the geometry that asks them questions.

#include "core/refuse.hpp"
#include "geometry/fill_surface.hpp"
#include "geometry/winding_number.hpp"

#include <tulle/solid.hpp>

namespace tulle {

TetrahedronMesh fill(const TriangleMesh& surface, double spacing, const std::string& file)
{
    if (!is_closed(surface.faces))
        refuse(file,
               "is not closed, so that nobody can tell its inside; every edge must belong to two faces that agree "
               "on which side is outside");
    FilledSurface filled = fill_surface(surface.positions, surface.faces, spacing);
    if (filled.tetrahedra.empty()) refuse(file, "has no room for a cube of the spacing inside; take a smaller one");
    return {std::move(filled.positions), std::move(filled.tetrahedra)};
}

}  // namespace tulle
