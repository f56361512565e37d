#pragma once
// Mass of a particle.

#include "mesh/cloth_mesh.hpp"
#include "mesh/cloth_or_body.hpp"

#include <tulle/description.hpp>

namespace tulle {

/// Returns the mass [kg] of particle p of a cloth or a body.
[[nodiscard]] inline double particle_mass(const ClothOrBody& cloth, const ClothMesh& mesh, std::size_t p)
{
    return mesh.masses.empty() ? cloth.cloth->areal_density * mesh.areas[p] : mesh.masses[p];
}

}  // namespace tulle
