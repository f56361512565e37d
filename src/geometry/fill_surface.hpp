#pragma once
// Tetrahedral mesh of the inside of a closed surface. Cubes of one size are cut into six tetrahedra each. The outermost
// corners are then moved onto the surface, as far as every tetrahedron keeps a good part of its height. Features
// smaller than a cube are lost; no tetrahedron is inverted.

#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

struct FilledSurface {
    std::vector<Vec3> positions;                 // m
    std::vector<std::array<int, 4>> tetrahedra;  // of positive volume; none where no cube lies inside
};

/// Fills a closed surface whose faces all look outward or all look inward (see is_closed). `spacing` is the edge of a
/// cube [m].
[[nodiscard]] FilledSurface fill_surface(std::span<const Vec3> vertices, std::span<const Face> faces, double spacing);

}  // namespace tulle
