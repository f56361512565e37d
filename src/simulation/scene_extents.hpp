#pragma once
// How large the things of a scene are, where they are at the start. The description must have passed `check`.

#include "geometry/aabb.hpp"
#include "mesh/cloth_mesh.hpp"

#include <tulle/description.hpp>

#include <optional>
#include <vector>

namespace tulle {

[[nodiscard]] Aabb box_of(const ClothMesh& cloth);

/// Around an obstacle where it is at time 0; none for a plane, which has no end.
[[nodiscard]] std::optional<Aabb> start_box(const ObstacleDescription& obstacle);

/// The vertices of a mesh obstacle at time 0 [m], as the obstacle sees them: placed, but not moved as a whole.
[[nodiscard]] std::vector<Vec3> start_vertices(const MeshDescription& mesh, const MeshSequence& sequence);

}  // namespace tulle
