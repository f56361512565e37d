#pragma once
// Placement of a mesh in the scene: scaling, rotation and translation of a cloth or an obstacle.

#include <tulle/description.hpp>
#include <tulle/triangle_mesh.hpp>

#include <span>

namespace tulle {

/// Places points: scales them, then rotates them about the origin, then translates them.
void place(const Placement& placement, std::span<Vec3> positions);

/// Returns the mesh with placed positions; all other data stay unchanged. Quarter turns about the axes are exact. The
/// mesh is not checked.
[[nodiscard]] TriangleMesh placed_mesh(const MeshDescription& description);

}  // namespace tulle
