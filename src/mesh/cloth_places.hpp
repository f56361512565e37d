#pragma once
// Where in its cloth a particle is. Air flows around edges and corners (EWS96 eq. 8).

#include "mesh/cloth_mesh.hpp"

#include <cstdint>
#include <vector>

namespace tulle {

enum class ClothPlace : std::uint8_t { inside, edge, corner };

/// Of every particle, at rest. On grids by their neighbours: four inside, three at an edge, two at a corner. On
/// triangle meshes vertices of the border are at an edge, those whose faces span less than 135 degrees at a corner.
[[nodiscard]] std::vector<ClothPlace> cloth_places(const ClothMesh& mesh);

}  // namespace tulle
