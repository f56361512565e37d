#pragma once
// Surfaces of mesh obstacles for barriers. The vertices of these obstacles become particles with prescribed motion,
// after the particles of the cloths, so that one contact surface holds cloths and obstacles.

#include "contact/active_set/active_set.hpp"
#include "contact/barrier/contact_surface.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/cloth_or_body.hpp"
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

/// Adds the vertices of all obstacles that have triangles to the particles. Obstacles must be at their start.
[[nodiscard]] std::vector<ObstacleSurface> add_obstacle_vertices(std::span<const Obstacle> obstacles,
                                                                 ParticleState& state);

/// The parts of a contact surface.
struct SurfaceParts {
    const SceneDescription& scene;
    const std::vector<ClothMesh>& meshes;
    std::span<const Obstacle> obstacles;        // of the scene
    std::span<const ObstacleSurface> surfaces;  // of the obstacles that take part
    const RigidBodies* bodies = nullptr;        // where rigid bodies take part
    std::span<const int> attached_to{};         // per particle: the rigid body that holds it, or -1
};

/// Returns the contact surface of the cloths, of mesh obstacles, which `contacts` move, and of rigid bodies. Without
/// [self_contact] cloth meets obstacles and rigid bodies only.
[[nodiscard]] ContactSurface make_contact_surface(const SurfaceParts& parts, const ActiveSet* contacts,
                                                  const IntactFaces& intact, std::span<const Vec3> positions);

/// Whether barriers can act at these positions [m]: no two parts intersect, or lie on each other with hardly any
/// distance.
[[nodiscard]] bool is_clear(const ContactSurface& surface, std::span<const Vec3> positions);

/// Whether a cloth can tear: its threads have a strength.
[[nodiscard]] bool tears(const ClothOrBody& cloth);

/// Whether barriers of mesh obstacles can act from the start: no cloth intersects such an obstacle or lies on its
/// surface, and all cloths have faces that do not tear.
[[nodiscard]] bool starts_clear(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                std::span<const Obstacle> obstacles, std::span<const Vec3> positions);

}  // namespace tulle
