#pragma once
// From the rigid bodies of a scene to the particles that carry them and the forces that hold and move them.

#include "bodies/attachments.hpp"
#include "bodies/rigid_body.hpp"
#include "contact/rigid/body_contact.hpp"
#include "mesh/cloth_mesh.hpp"
#include "state/particle_state.hpp"

#include <memory>
#include <vector>

namespace tulle {

/// One of each for every rigid body, in the order of the scene.
struct RigidBodies {
    std::vector<RigidBody> all;
    std::vector<CarriedParticles> surfaces;

    [[nodiscard]] bool empty() const { return all.empty(); }
    [[nodiscard]] double mass() const;  // kg, of all
    /// Whether a particle belongs to one of them.
    [[nodiscard]] bool own(int particle) const;
    /// Surfaces are put where their bodies are.
    void carry(ParticleState& state) const;
};

[[nodiscard]] RigidBodies make_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes);

/// Velocities [m/s] of a body that spins as it starts.
void add_spin(const NetDescription& net, int first, ParticleState& state);

/// Per particle of `count`: the rigid body that it is attached to, by number, or -1.
[[nodiscard]] std::vector<int> attached_particles(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                                  std::size_t count);

/// What keeps cloths and solids away from rigid bodies.
enum class ClothOnBodies {
    springs,   // BodyContact, by the particles of cloth
    barriers,  // those of the contact surface
};

/// Whether rigid bodies have barriers against each other and against obstacles: a formula of second order would start
/// anew after every step in which one presses.
[[nodiscard]] bool bounds_motion_of_bodies(const SceneDescription& scene);

/// Adds the forces of rigid bodies to `forces`. `h` [s] is the step, by which their stiffness is chosen; `contacts` has
/// the obstacles and outlives them.
void add_body_forces(const SceneDescription& scene, const std::vector<ClothMesh>& meshes, const RigidBodies& bodies,
                     ClothOnBodies cloth, const ParticleState& state, const ActiveSet& contacts, double h,
                     std::vector<std::unique_ptr<Force>>& forces);

}  // namespace tulle
