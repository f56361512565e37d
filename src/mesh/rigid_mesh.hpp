#pragma once
// Mesh of a rigid body: the particles of its surface, and the four particles that carry them.

#include "mesh/cloth_mesh.hpp"

#include <tulle/description.hpp>

namespace tulle {

/// Number of particles that carry a rigid body. They are the last particles of its mesh.
inline constexpr int rigid_nodes = 4;

/// Returns the body with its shape scaled; the mass stays the same.
[[nodiscard]] RigidBodyDescription scaled(RigidBodyDescription rigid, double scale);

/// Makes the particles of a rigid body, before it is placed: the surface, then four particles of equal mass inside. The
/// four particles have the mass, the centre of mass and the moments of inertia of the body, so they move as the body
/// does. The four particles carry the particles of the surface, whose mass is negligible. The surface of a ball is a
/// mesh of inscribed triangles. Throws InputError if a mesh is not closed or not convex.
[[nodiscard]] ClothMesh make_rigid_mesh(const RigidBodyDescription& rigid);

}  // namespace tulle
