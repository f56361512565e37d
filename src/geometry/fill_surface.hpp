#pragma once
// A closed surface filled with tetrahedra: cubes of one size, cut into six each, and those of their corners that lie
// outermost moved onto the surface as far as that leaves every tetrahedron a good part of its height. Features smaller
// than a cube are lost; nothing is turned inside out.

#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

struct FilledSurface {
    std::vector<Vec3> positions;                 // m
    std::vector<std::array<int, 4>> tetrahedra;  // of positive volume; none where no cube lies inside
};

/// Faces look outward or inward, all alike (see is_closed); spacing: edge of a cube [m].
[[nodiscard]] FilledSurface fill_surface(std::span<const Vec3> vertices, std::span<const Face> faces, double spacing);

}  // namespace tulle
