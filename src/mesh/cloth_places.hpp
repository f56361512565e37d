#pragma once
// Classifies particles: inside, at an edge (the border) or at a corner of their cloth. The drag coefficient of a
// particle depends on its class, because air flows around edges and corners (EWS96 eq. 8).

#include "mesh/cloth_mesh.hpp"

#include <cstdint>
#include <vector>

namespace tulle {

enum class ClothPlace : std::uint8_t { inside, edge, corner };

/// Returns the place of every particle at rest. Grid particles are classified by their neighbours: four inside, three
/// at an edge, two at a corner. In triangle meshes a border vertex is at an edge, or at a corner if the angles of its
/// faces add to less than 135 degrees.
[[nodiscard]] std::vector<ClothPlace> cloth_places(const ClothMesh& mesh);

}  // namespace tulle
