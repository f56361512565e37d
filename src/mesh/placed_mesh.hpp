#pragma once
// The mesh of a cloth or an obstacle where the scene puts it.

#include <tulle/description.hpp>
#include <tulle/triangle_mesh.hpp>

#include <span>

namespace tulle {

/// Of points.
void place(const Placement& placement, std::span<Vec3> positions);

/// Scaled, then rotated about the origin, then translated; everything else as it is. Quarter turns about the axes are
/// exact. Nothing is checked.
[[nodiscard]] TriangleMesh placed_mesh(const MeshDescription& description);

}  // namespace tulle
