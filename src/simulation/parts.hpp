#pragma once
// What a Simulation owns. Everything else borrows from here.

#include "analysis/particle_fields.hpp"
#include "contact/active_set/motion_constraints.hpp"
#include "contact/barrier/cloth_contact.hpp"
#include "contact/barrier/obstacle_barrier.hpp"
#include "forces/force_field.hpp"
#include "integrators/contact_projection.hpp"
#include "integrators/solver_choice.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"
#include "simulation/automatic_steps.hpp"
#include "simulation/cloth_views.hpp"
#include "simulation/make_bodies.hpp"
#include "simulation/make_forces.hpp"
#include "state/particle_state.hpp"
#include "state/velocity_filter.hpp"

#include <tulle/simulation.hpp>

#include <optional>

namespace tulle {

/// A frame cut into equal steps; time comes from counting, so it never drifts.
struct FrameClock {
    double fps = 25;
    int steps_per_frame = 1;
    int frame_count = 0;
    int frame = 0;  // frames reached
    int step = 0;   // steps taken since

    [[nodiscard]] double dt() const { return 1.0 / (fps * steps_per_frame); }
    [[nodiscard]] double time() const { return (frame + static_cast<double>(step) / steps_per_frame) / fps; }
    void advance()
    {
        if (++step < steps_per_frame) return;
        step = 0;
        ++frame;
    }
};

/// J
struct MechanicalEnergy {
    double total = 0;      // with what gravity can still do
    double vibrating = 0;  // without it: of motion and of what is deformed, at least 0
};

struct Simulation::Parts {
    explicit Parts(const SceneDescription& description, std::vector<std::shared_ptr<UserForce>> user_forces = {});
    /// As if everything had been falling freely: the next prediction, 2 v - v_before, then includes gravity.
    void predict_free_fall();
    [[nodiscard]] std::uint64_t take_fingerprint() const;
    /// What is measured and shown follows what has torn.
    void follow_tears();
    /// Particles are immovable where pins hold them, and only there.
    void hold_pinned();
    void pins_changed();
    /// Throw InputError where what rigid bodies own or pins hold would change, and for what cannot be pinned.
    void require_no_body(const char* key, std::span<const Vec3> now, std::span<const Vec3> wanted) const;
    void require_unpinned(std::span<const Vec3> wanted) const;
    void require_particles(std::span<const int> particles) const;
    /// Of the particles of cloths: without those that are vertices of obstacles.
    template <class T>
    [[nodiscard]] std::span<const T> of_cloths(const std::vector<T>& values) const
    {
        return std::span(values).first(particle_count);
    }
    /// Values for all particles: those given, and for vertices of obstacles what they have in `own`.
    [[nodiscard]] static std::vector<Vec3> completed(std::span<const Vec3> values, const std::vector<Vec3>& own);
    /// The net where it is now.
    [[nodiscard]] NetAtRest net() const;
    [[nodiscard]] double kinetic_energy();  // J
    [[nodiscard]] MechanicalEnergy energy();
    /// Of automatic steps, for the frame that begins.
    void choose_steps(double limit);

    SceneDescription scene;
    std::vector<ClothMesh> meshes;
    IntactFaces intact;
    ClothViews views;
    ParticleState state;               // of cloths, then vertices of obstacles (ObstacleSurface)
    std::size_t particle_count = 0;    // of cloths
    std::vector<Vec3> start_position;  // m, for the stability analysis
    std::uint64_t fingerprint = 0;     // tells states of other nets and methods apart
    Springs* springs = nullptr;        // one of the forces
    AppliedForce* applied = nullptr;   // so is this
    Air* air = nullptr;                // and this, where there is any
    Fabrics* fabrics = nullptr;        // one of the forces, where there are any
    RigidBodies bodies;
    ClothOnBodies cloth_on_bodies = ClothOnBodies::springs;
    ClothContact* cloth_contact = nullptr;        // one of the forces, or of the walls
    ObstacleBarrier* obstacle_barrier = nullptr;  // one of the forces, where barriers hold obstacles
    std::unique_ptr<ForceField> forces;
    std::unique_ptr<ParticleFields> fields;       // made when the first field is asked for
    std::unique_ptr<SplitBarrier> split_barrier;  // that the method cannot have among its forces
    std::unique_ptr<MotionConstraints> constraints;
    StageTimes times;
    SolverChoice solver;
    std::optional<VelocityFilter> filter;
    std::unique_ptr<Integrator> integrator;
    bool is_growing = false;  // dt is longer than the formula can do with
    FrameClock clock;
    std::optional<AutomaticSteps> automatic;
    bool steps_are_chosen = false;     // of the frame that begins
    std::uint64_t tears_followed = 0;  // version of `intact`
    std::vector<Vec3> visible;         // m, scratch of visible_positions
    BlockReducer<double> sum;
    BlockReducer<Vec3> vector_sum;
    BlockReducer<int> first_bad;
};

}  // namespace tulle
