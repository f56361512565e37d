#pragma once
// Makes rigid bodies from a scene: the particles that carry them, and the forces that hold and move them.

#include "bodies/attachments.hpp"
#include "bodies/rigid_body.hpp"
#include "contact/rigid/body_contact.hpp"
#include "mesh/cloth_mesh.hpp"
#include "state/particle_state.hpp"

#include <memory>
#include <vector>

namespace tulle {

/// All rigid bodies and their surfaces, in the order of the scene.
struct RigidBodies {
    std::vector<RigidBody> all;
    std::vector<CarriedParticles> surfaces;

    [[nodiscard]] bool empty() const { return all.empty(); }
    [[nodiscard]] double mass() const;  // kg, of all
    /// Whether a particle belongs to a rigid body.
    [[nodiscard]] bool own(int particle) const;
    /// Moves the surfaces to where their bodies are.
    void carry(ParticleState& state) const;
};

[[nodiscard]] RigidBodies make_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes);

/// Adds the initial spin of a rigid body to the velocities of its `count` particles, from number `first` on.
void add_spin(const RigidBodyDescription& rigid, int first, int count, ParticleState& state);

/// Returns, for each of `count` particles, the number of the rigid body that it is attached to, or -1.
[[nodiscard]] std::vector<int> attached_particles(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                                  std::size_t count);

/// Which forces keep cloths and solids away from rigid bodies.
enum class ClothOnBodies {
    springs,   // BodyContact, by the particles of cloth
    barriers,  // barriers of the contact surface
};

/// Whether rigid bodies have barriers against each other and against obstacles. Second-order formulas do without,
/// because they would start anew after every step in which a barrier presses.
[[nodiscard]] bool bounds_motion_of_bodies(const SceneDescription& scene);

/// Adds the forces of rigid bodies to `forces`. Their stiffness depends on the step `h` [s]. `contacts` has the
/// obstacles and must outlive the forces.
void add_body_forces(const SceneDescription& scene, const std::vector<ClothMesh>& meshes, const RigidBodies& bodies,
                     ClothOnBodies cloth, const ParticleState& state, const ActiveSet& contacts, double h,
                     std::vector<std::unique_ptr<Force>>& forces);

}  // namespace tulle
