#pragma once
// Bounding boxes of cloths and obstacles at the start of a scene. The description must have passed `check`.

#include "geometry/aabb.hpp"
#include "mesh/cloth_mesh.hpp"

#include <tulle/description.hpp>

#include <optional>
#include <vector>

namespace tulle {

[[nodiscard]] Aabb box_of(const ClothMesh& cloth);

/// Returns the bounding box of an obstacle at time 0; none for a plane, which is infinite.
[[nodiscard]] std::optional<Aabb> start_box(const ObstacleDescription& obstacle);

/// Returns the vertices [m] of a mesh obstacle at time 0 in the obstacle's own coordinates: with its placement, without
/// its rigid motion.
[[nodiscard]] std::vector<Vec3> start_vertices(const MeshDescription& mesh, const MeshSequence& sequence);

}  // namespace tulle
