#pragma once
// Surfaces of rigid bodies for barriers. The drawn surface of a body becomes part of the contact surface, and four
// particles carry it (contact/barrier/carried_vertices.hpp). Vertices, edges and faces of cloth and body then meet,
// however small and however fast the body is.

#include "contact/barrier/contact_surface.hpp"
#include "mesh/cloth_mesh.hpp"
#include "simulation/make_bodies.hpp"

#include <vector>

namespace tulle {

[[nodiscard]] CarriedVertices carried_vertices(const CarriedParticles& surface);

/// Returns the faces of a body's mesh with coincident vertices merged. A mesh that is drawn with sharp edges has
/// several vertices in one place, and contact would count each of them.
[[nodiscard]] std::vector<Face> welded_faces(const ClothMesh& mesh);

/// Returns how far [m] the drawn faces of a ball lie inside it at most; 0 for shapes that have faces themselves.
[[nodiscard]] double facet_depth(const RigidShape& shape, const ClothMesh& mesh);

/// Whether a scene asks for barriers between cloths or solids and rigid bodies; without barriers springs act there
/// (BodyContact). [self_contact] and contact.method = "barrier" ask for barriers. With contact.method = "auto"
/// imex-euler and backward-euler take barriers, as they do for obstacles (contact_choice.hpp).
[[nodiscard]] bool asks_for_body_barriers(const SceneDescription& scene);

/// Whether barriers can act on all cloths and solids: they need faces that do not tear, and a contact distance above 0.
[[nodiscard]] bool can_meet_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes);

/// Whether no cloth or solid starts inside a rigid body or through one. `positions` [m] are those of all particles.
[[nodiscard]] bool starts_outside_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                         const RigidBodies& bodies, std::span<const Vec3> positions);

}  // namespace tulle
