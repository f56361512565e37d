#pragma once
// Obstacles that are triangle meshes, for barriers: their vertices become particles whose motion is prescribed, behind
// those of the cloths, so that one contact surface holds all that touches.

#include "contact/contacts.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/standing_faces.hpp"
#include "self_contact/contact_surface.hpp"
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

/// The surface of the cloths and of those obstacles, which `contacts` move. Without [self_contact] cloth meets
/// obstacles only.
[[nodiscard]] ContactSurface make_contact_surface(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                                  std::span<const Obstacle> obstacles,
                                                  std::span<const ObstacleSurface> surfaces, const Contacts* contacts,
                                                  const StandingFaces& standing, std::span<const Vec3> positions);

/// Whether barriers can act from the start: no cloth passes through such an obstacle, or lies on its very surface, and
/// all have faces that can meet it and do not tear.
[[nodiscard]] bool starts_clear(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                std::span<const Obstacle> obstacles, std::span<const Vec3> positions);

}  // namespace tulle
