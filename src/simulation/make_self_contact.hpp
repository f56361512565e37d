#pragma once
// From a scene to the contact of its cloths and soft bodies with each other and with themselves.

#include "mesh/cloth_mesh.hpp"
#include "mesh/standing_faces.hpp"
#include "self_contact/cloth_contact.hpp"
#include "state/particle_state.hpp"

#include <memory>
#include <vector>

namespace tulle {

/// `h` [s] is the usual step. Null where the scene has no [self_contact].
[[nodiscard]] std::unique_ptr<ClothContact> make_self_contact(const SceneDescription& scene,
                                                              const std::vector<ClothMesh>& meshes,
                                                              const StandingFaces& standing, const ParticleState& state,
                                                              double h);

}  // namespace tulle
