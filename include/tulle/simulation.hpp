#pragma once
// Simulation: the main class of the library. It owns the state, advances it in time, and gives views of it.

#include <tulle/choices.hpp>
#include <tulle/description.hpp>
#include <tulle/force.hpp>
#include <tulle/report.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// The part of the particle arrays that belongs to one cloth, with its faces and texture coordinates for drawing. The
/// faces are the intact faces, and a step in which fabric tears changes them. All other views are valid during the
/// lifetime of the simulation.
struct ClothView {
    std::string_view name;
    int first_particle = 0;
    int particle_count = 0;
    std::span<const Face> faces;  // local indices: 0 is the cloth's first particle
    std::span<const Vec2> uvs;
    std::span<const Face> uv_faces;  // per intact face, into uvs
};

/// A sparse matrix of 3 x 3 blocks in compressed rows: row r has the blocks from row_begin[r] to row_begin[r + 1] - 1.
struct BlockMatrix {
    std::vector<int> row_begin;  // one per particle, and the number of blocks
    std::vector<int> column;     // ascending in each row
    std::vector<Mat3> block;
};

/// Thread safety: only one thread at a time may call functions of a simulation. This includes const functions, because
/// they share scratch memory. The thread may change from call to call. Between calls, several threads may read the
/// views that functions have returned. Different simulations are independent of each other: threads may make them, also
/// from the same description, and use them at the same time. Steps use several threads inside (tulle/threads.hpp), and
/// the result does not depend on their number.
class Simulation {
public:
    /// Builds meshes, springs, matrices and solvers. Throws InputError with all problems of the description. `forces`
    /// act in addition to the forces of the scene.
    explicit Simulation(const SceneDescription& scene, std::vector<std::shared_ptr<UserForce>> forces = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// Takes one step of `dt()`.
    [[nodiscard]] StepReport step();
    /// Takes all steps up to the next frame. Returns early after a step that fails (see is_failure), and after a step
    /// if `goes_on` returns false. The calling thread calls `goes_on`. With integrator.dt = "auto" a frame whose steps
    /// prove too long is undone and repeated in shorter steps.
    [[nodiscard]] FrameReport advance_frame(const std::function<bool()>& goes_on = {});

    [[nodiscard]] double time() const;      // s; exactly frame / fps at a frame
    [[nodiscard]] double dt() const;        // s; divides the frame time exactly; with "auto" that of the last frame
    [[nodiscard]] int frame() const;        // frames reached so far, 0 at the start
    [[nodiscard]] int frame_count() const;  // frames after the first in the scene's duration
    /// Returns the integrator, the way it solves a step and, if "auto" settings chose this way, the reason. Example:
    /// "imex-euler, Newton directions: springs add up to 13041 times a particle's mass to the matrix; above 200 updates
    /// would converge too slowly". The choice is known after the first step.
    [[nodiscard]] std::string method() const;
    /// Returns the linear solver and the reason for its choice, such as "direct: the matrix stays the same and is
    /// factored once; 2704 particles".
    [[nodiscard]] std::string solver() const;
    /// Returns the reason for the step size, such as "as the scene asks".
    [[nodiscard]] std::string step_choice() const;
    [[nodiscard]] int particle_count() const;
    [[nodiscard]] std::size_t spring_count() const;

    [[nodiscard]] std::span<const Vec3> positions() const;   // m, of all cloths, one cloth after the other
    [[nodiscard]] std::span<const Vec3> velocities() const;  // m/s
    [[nodiscard]] std::span<const double> masses() const;    // kg
    /// Returns a view of each cloth with its intact faces.
    [[nodiscard]] const std::vector<ClothView>& cloths() const;
    /// Returns one value per face that the cloths have at the start, one cloth after the other: 0 if the face is torn.
    /// The span is empty if no cloth can tear: only fabrics with a strength tear. A tear never changes particles and
    /// masses. A particle that has lost all its faces moves on freely and should not be drawn.
    [[nodiscard]] std::span<const unsigned char> intact_faces() const;

    /// Returns the positions to draw and export. With barriers these are the simulated positions. Otherwise particles
    /// that are still inside an obstacle are moved onto its surface (EEH00 section 6). The simulated positions are also
    /// returned if the moved particles would make cloth intersect cloth.
    [[nodiscard]] std::span<const Vec3> visible_positions() const;

    /// Writes the force [N] on each particle in the present state, gravity, air and barriers included. Forces of pins
    /// and of contacts that prescribe velocities are not included. A pin that holds a particle at rest exerts the
    /// opposite force.
    void forces(std::span<Vec3> f) const;
    /// The same for particles at x [m] with velocities v [m/s].
    void forces(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) const;
    /// Jacobian of the forces by positions [N/m] or by velocities [N s/m]. It is symmetric, as implicit methods use it.
    /// `treatment` says how compressed springs enter it.
    enum class Derivative { by_position, by_velocity };
    [[nodiscard]] BlockMatrix jacobian(Derivative by, JacobianTreatment treatment = JacobianTreatment::exact) const;
    [[nodiscard]] BlockMatrix jacobian(std::span<const Vec3> x, std::span<const Vec3> v, Derivative by,
                                       JacobianTreatment treatment) const;

    [[nodiscard]] const SceneDescription& scene() const;  // as it was given to the constructor
    /// Returns a simulation of a changed scene that continues from the present state, with the same user-defined
    /// forces: stiffness, damping, laws, fabrics, masses, gravity, friction and tolerances are those of `changed`, and
    /// everything set below stays. The hysteresis of fabrics keeps the history of its strains, within the loops of the
    /// new fabric.
    ///     SceneDescription softer = simulation.scene();
    ///     softer.cloths[0].springs.stretch_stiffness = 100;
    ///     simulation = simulation.with_scene(softer);
    /// A wind that differs from that of scene() replaces the present wind. Throws InputError if the change leaves the
    /// state without a meaning: other particles, faces or pins, other obstacles or places of obstacles, another method,
    /// other steps, another kind of material or of contact. Views of a simulation end with it.
    [[nodiscard]] Simulation with_scene(const SceneDescription& changed) const;

    // Control between two steps. `save` and `restore` include all values set here. All functions throw InputError, and
    // change nothing, for arrays of the wrong size and for numbers that are not finite.

    /// Sets the positions or velocities of particles. Methods that remember earlier steps start anew. Particles of
    /// rigid bodies must keep their values. Pinned particles must keep their positions (`pin` moves them); their
    /// velocities remain those of their pins. With [self_contact] no cloth may intersect anything at the new positions.
    /// The hysteresis of fabrics treats the jump as a continuous deformation.
    void set_positions(std::span<const Vec3> x);
    void set_velocities(std::span<const Vec3> v);
    /// Sets an external force [N] on every particle, which acts until other forces are set; an empty span sets none.
    void set_external_forces(std::span<const Vec3> f);
    /// Returns one force per particle. The address of the span never changes.
    [[nodiscard]] std::span<const Vec3> external_forces() const;
    /// The steady wind [m/s]. Gusts scale with it; jets and fields are added to it. The scene must have [air].
    void set_wind(const Vec3& wind);
    [[nodiscard]] Vec3 wind() const;
    /// The two particles and the rest length [m] of every spring. New rest lengths must be above zero, and equal to the
    /// old ones for springs of muscles. Cloth with a fabric or a membrane has springs that exert no force.
    [[nodiscard]] std::vector<std::array<int, 2>> springs() const;
    [[nodiscard]] std::span<const double> rest_lengths() const;
    void set_rest_lengths(std::span<const double> lengths);
    /// Pins particles, even if they are pinned already. Each particle moves at constant velocity to its target [m]
    /// within the next `dt()` and stays there. Without targets the particles stay at their places.
    void pin(std::span<const int> particles, std::span<const Vec3> targets = {});
    /// Releases particles, including those that the scene has pinned.
    void unpin(std::span<const int> particles);
    [[nodiscard]] std::vector<int> pinned() const;  // ascending; without particles that rigid bodies carry

    /// Returns the number of an obstacle, by its name in the scene. Throws InputError when there is none.
    [[nodiscard]] int find_obstacle(std::string_view name) const;
    /// Moves an obstacle at constant speed from its present pose to a new one, within `duration` [s], and leaves it
    /// there; 0: within the next `dt()`. The pose is relative to the place of the obstacle in the scene. The motion
    /// replaces the keyframes of the obstacle.
    void move_obstacle(int obstacle, const RigidPose& pose, double duration = 0);
    [[nodiscard]] RigidPose obstacle_pose(int obstacle) const;

    /// Returns what touches now, with normal forces: cloth and deformable solids against obstacles, each other and,
    /// where barriers act between them, rigid bodies. Contacts that rigid bodies have by springs are not among them:
    /// with each other, with obstacles, and with cloth where barriers are not possible. The call does not change later
    /// results.
    [[nodiscard]] std::vector<ContactPoint> contacts() const;
    /// Returns a value per particle, such as "stretch", "bending", "shear", "tension" or "speed". Throws InputError for
    /// other names.
    [[nodiscard]] std::vector<double> field(std::string_view name) const;
    /// Lists the fields. Any thread may call it at any time.
    [[nodiscard]] static std::vector<FieldDescription> fields();
    [[nodiscard]] Measurements measure() const;
    [[nodiscard]] StageTimes stage_times() const;

    /// Returns the largest stable step [s] of symplectic Euler, linearised at the start of the scene, with damping and
    /// pins included; infinite if no force limits the step.
    [[nodiscard]] double stable_step_limit() const;
    /// Returns one or two sentences about a step that failed or is imprecise: time, particle, likely reason and remedy.
    [[nodiscard]] std::string explain(const StepReport& failed) const;

    /// Writes and reads the complete state; a restored simulation continues bit-identically. `restore` throws
    /// InputError, and changes nothing, if the data is damaged or belongs to another scene. Stiffnesses, wind and
    /// places of obstacles may differ between the scenes; things with a state of their own may not.
    void save(std::ostream& out) const;
    void restore(std::istream& in);

private:
    void write_state(std::ostream& out, std::uint64_t fingerprint) const;
    void read_state(std::istream& in);
    [[nodiscard]] StepReport take_step();
    [[nodiscard]] FrameReport take_frame(const std::function<bool()>& goes_on);

    struct Parts;
    class Explanation;
    friend class ReferenceTrajectory;  // advances the same parts with another solver
    friend class StepLimits;           // analyses the parts
    std::unique_ptr<Parts> parts_;
};

}  // namespace tulle
