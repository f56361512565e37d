#pragma once
// Rigid bodies, for barriers: their drawn surfaces become part of the contact surface, carried by four particles each
// (contact/barrier/carried_vertices.hpp), so that cloth meets them by vertices, edges and faces of both, however small
// the body and however fast.

#include "contact/barrier/contact_surface.hpp"
#include "mesh/cloth_mesh.hpp"
#include "simulation/make_bodies.hpp"

#include <vector>

namespace tulle {

[[nodiscard]] CarriedVertices carried_vertices(const CarriedParticles& surface);

/// The faces of a body's mesh, where corners that lie in one place are one: what is drawn with sharp edges has several
/// there, and contact would count each.
[[nodiscard]] std::vector<Face> welded_faces(const ClothMesh& mesh);

/// m, how far inside a ball its drawn faces lie at most; 0 of shapes that have faces themselves.
[[nodiscard]] double facet_depth(const RigidShape& shape, const ClothMesh& mesh);

/// Whether barriers keep cloths and solids away from rigid bodies; else springs do (BodyContact). A scene asks for
/// barriers with [self_contact] or contact.method; left to choose, steps of Euler's methods have them, as with
/// obstacles (contact_choice.hpp).
[[nodiscard]] bool asks_for_body_barriers(const SceneDescription& scene);

/// Whether barriers can hold all cloths and solids: they have faces, which do not tear, and keep a distance above 0.
[[nodiscard]] bool can_meet_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes);

/// Whether no cloth or solid starts in a rigid body or through one. `positions` [m] of all particles.
[[nodiscard]] bool starts_outside_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                         const RigidBodies& bodies, std::span<const Vec3> positions);

}  // namespace tulle
