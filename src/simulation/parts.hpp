#pragma once
// Parts of a Simulation: the data that it owns. All other classes only refer to these data.

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
#include "simulation/obstacle_surfaces.hpp"
#include "state/particle_state.hpp"
#include "state/velocity_filter.hpp"

#include <tulle/simulation.hpp>

#include <optional>

namespace tulle {

/// Clock of frames that are cut into equal steps. Time is computed from counts, so it never drifts.
struct FrameClock {
    double fps = 25;
    int steps_per_frame = 1;
    int frame_count = 0;
    int frame = 0;  // frames reached
    int step = 0;   // steps taken since that frame

    [[nodiscard]] double dt() const { return 1.0 / (fps * steps_per_frame); }
    [[nodiscard]] double time() const { return (frame + static_cast<double>(step) / steps_per_frame) / fps; }
    void advance()
    {
        if (++step < steps_per_frame) return;
        step = 0;
        ++frame;
    }
};

/// Mechanical energy [J].
struct MechanicalEnergy {
    double total = 0;      // kinetic and potential, gravity included
    double vibrating = 0;  // kinetic and elastic, without gravity; at least 0
};

struct Simulation::Parts {
    explicit Parts(const SceneDescription& description, std::vector<std::shared_ptr<UserForce>> given_forces = {});

    // In the order of building:
    /// Adds the particles of cloths and bodies, at rest.
    void add_cloths();
    /// Chooses how obstacles keep away cloth that starts at the positions `starts` [m], and adds the vertices of the
    /// obstacles whose surfaces have barriers.
    [[nodiscard]] std::vector<ObstacleSurface> add_obstacles(std::span<const Vec3> starts);
    [[nodiscard]] std::vector<std::unique_ptr<Force>> add_forces();
    /// Adds the barriers. Returns the barrier between cloths if the integrator cannot have barriers among its forces.
    [[nodiscard]] std::unique_ptr<ClothContact> add_contact(std::span<const ObstacleSurface> surfaces,
                                                            std::vector<std::unique_ptr<Force>>& all);
    void choose_integrator();

    /// Sets the previous velocities as if all particles had been in free fall, so that the next prediction,
    /// 2 v - v_before, includes gravity.
    void predict_free_fall();
    [[nodiscard]] std::uint64_t take_fingerprint() const;
    /// Removes torn faces from measurements and views.
    void follow_tears();
    /// Makes the particles that pins hold immovable, and only these.
    void hold_pinned();
    void pins_changed();
    /// The next three functions throw InputError: if a change would affect particles of rigid bodies, if it would move
    /// pinned particles, and if some of `particles` cannot be pinned.
    void require_no_body(const char* key, std::span<const Vec3> now, std::span<const Vec3> wanted) const;
    void require_unpinned(std::span<const Vec3> wanted) const;
    void require_particles(std::span<const int> particles) const;
    /// Returns the values of the particles of cloths, without the values of the vertices of obstacles.
    template <class T>
    [[nodiscard]] std::span<const T> of_cloths(const std::vector<T>& values) const
    {
        return std::span(values).first(particle_count);
    }
    /// Returns values for all particles: a copy of `own` whose first values are replaced by `values`.
    [[nodiscard]] static std::vector<Vec3> completed(std::span<const Vec3> values, const std::vector<Vec3>& own);
    /// Returns forces, masses and filter at the present positions.
    [[nodiscard]] SystemAtRest system_at_rest() const;
    [[nodiscard]] double kinetic_energy();  // J
    [[nodiscard]] MechanicalEnergy energy();
    /// Chooses the number of automatic steps in the frame that begins, for a stability `limit` [s].
    void choose_steps(double limit);

    // More than fifteen fields: this is the list of all parts of a simulation, and nothing but their owner.
    SceneDescription scene;
    std::vector<ClothMesh> meshes;
    IntactFaces intact;
    ClothViews views;
    ParticleState state;                                  // of cloths, then vertices of obstacles (ObstacleSurface)
    std::size_t particle_count = 0;                       // of cloths
    std::vector<Vec3> start_position;                     // m, for the stability analysis
    std::uint64_t fingerprint = 0;                        // distinguishes saved states of other meshes and methods
    Springs* springs = nullptr;                           // one of the forces
    AppliedForce* applied = nullptr;                      // one of the forces
    Air* air = nullptr;                                   // one of the forces, or null
    Fabrics* fabrics = nullptr;                           // one of the forces, or null
    StvkMembrane* membrane = nullptr;                     // one of the forces, or null
    std::vector<std::shared_ptr<UserForce>> user_forces;  // called by some of the forces
    RigidBodies bodies;
    ClothOnBodies cloth_on_bodies = ClothOnBodies::springs;
    ClothContact* cloth_contact = nullptr;        // one of the forces, or in split_barrier, or null
    ObstacleBarrier* obstacle_barrier = nullptr;  // one of the forces, or null
    std::unique_ptr<ForceField> forces;
    std::unique_ptr<ParticleFields> fields;       // made when the first field is asked for
    std::unique_ptr<SplitBarrier> split_barrier;  // if the method cannot have barriers among its forces
    std::unique_ptr<MotionConstraints> constraints;
    StageTimes times;
    SolverChoice solver;
    std::optional<VelocityFilter> filter;
    std::unique_ptr<Integrator> integrator;
    bool is_broken = false;   // an exception has ended the last step in its middle
    bool is_growing = false;  // dt is so long that vibrations grow under the formula
    FrameClock clock;
    std::optional<AutomaticSteps> automatic;
    bool steps_are_chosen = false;     // for the frame that begins
    std::uint64_t tears_followed = 0;  // version of `intact`
    std::vector<Vec3> visible;         // m, scratch of visible_positions
    BlockReducer<double> sum;
    BlockReducer<Vec3> vector_sum;
    BlockReducer<int> first_bad;
};

}  // namespace tulle
