#pragma once
// Obstacles that are triangle meshes, for barriers: their vertices become particles whose motion is prescribed, behind
// those of the cloths, so that one contact surface holds all that touches.

#include "contact/active_set/active_set.hpp"
#include "contact/barrier/contact_surface.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"
#include "simulation/make_bodies.hpp"
#include "state/particle_state.hpp"

#include <span>
#include <vector>

namespace tulle {

/// An obstacle whose vertices are particles from `first` on.
struct ObstacleSurface {
    int obstacle = 0;
    int first = 0;
};

/// Adds the vertices of all obstacles that have triangles to the particles. Obstacles have to be at their start.
[[nodiscard]] std::vector<ObstacleSurface> add_obstacle_vertices(std::span<const Obstacle> obstacles,
                                                                 ParticleState& state);

/// What becomes part of a contact surface.
struct SurfaceParts {
    const SceneDescription& scene;
    const std::vector<ClothMesh>& meshes;
    std::span<const Obstacle> obstacles;        // of the scene
    std::span<const ObstacleSurface> surfaces;  // of those that take part
    const RigidBodies* bodies = nullptr;        // where rigid bodies take part
    std::span<const int> attached_to{};         // per particle: the rigid body that holds it, or -1
};

/// The surface of the cloths, of those obstacles, which `contacts` move, and of rigid bodies. Without [self_contact]
/// cloth meets the last two only.
[[nodiscard]] ContactSurface make_contact_surface(const SurfaceParts& parts, const ActiveSet* contacts,
                                                  const IntactFaces& intact, std::span<const Vec3> positions);

/// Whether barriers can act at these positions [m]: nothing passes through another, or lies on its very surface.
[[nodiscard]] bool is_clear(const ContactSurface& surface, std::span<const Vec3> positions);

/// Whether threads of a cloth have a strength.
[[nodiscard]] bool tears(const ClothDescription& cloth);

/// Whether barriers can act from the start: no cloth passes through such an obstacle, or lies on its very surface, and
/// all have faces that can meet it and do not tear.
[[nodiscard]] bool starts_clear(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                std::span<const Obstacle> obstacles, std::span<const Vec3> positions);

}  // namespace tulle
