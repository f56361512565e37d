// Fills a closed surface with tetrahedra. This function is here because it needs both meshes and geometric queries.

#include "core/refuse.hpp"
#include "geometry/aabb.hpp"
#include "geometry/fill_surface.hpp"
#include "geometry/winding_number.hpp"

#include <tulle/solid.hpp>

#include <array>
#include <cmath>
#include <cstdio>

namespace tulle {
namespace {

std::string length_text(double value, const char* unit = " m")
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.3g%s", value, unit);
    return text.data();
}

}  // namespace

TetrahedronMesh fill(const TriangleMesh& surface, double spacing, const std::string& file)
{
    if (!is_closed(surface.faces))
        refuse(file,
               "is not closed, so that its inside is undefined; every edge must belong to two faces that agree "
               "on which side is outside");
    Aabb box;
    for (const Vec3& x : surface.positions) box.extend(x);
    const Vec3 size = box.sizes();
    if (!(spacing <= 0.5 * size.minCoeff()))
        refuse(file, "is " + length_text(size.minCoeff()) + " at its thinnest, too little for cubes of " +
                         length_text(spacing) + "; take a spacing of half of that at most");
    constexpr double most_cubes = 1e7;
    if (const double cubes = (size / spacing).prod(); cubes > most_cubes)
        refuse(file, "would take up to " + length_text(cubes, "") + " cubes of " + length_text(spacing) +
                         "; take a spacing of " + length_text(std::cbrt(size.prod() / most_cubes)) + " or more");
    FilledSurface filled = fill_surface(surface.positions, surface.faces, spacing);
    if (filled.tetrahedra.empty()) refuse(file, "has no room for a cube of the spacing inside; take a smaller one");
    return {std::move(filled.positions), std::move(filled.tetrahedra)};
}

}  // namespace tulle
