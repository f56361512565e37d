#pragma once
// A running simulation. Owns everything; hands out views.

#include <tulle/choices.hpp>
#include <tulle/description.hpp>
#include <tulle/force.hpp>
#include <tulle/report.hpp>

#include <array>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// One cloth's share of the particle arrays, and what output needs to draw it. The faces are those that stand: a step
/// in which fabric tears changes them. All else is valid while the simulation lives.
struct ClothView {
    std::string_view name;
    int first_particle = 0;
    int particle_count = 0;
    std::span<const Face> faces;  // local indices: 0 is the cloth's first particle
    std::span<const Vec2> uvs;
    std::span<const Face> uv_faces;  // per face that stands, into uvs
};

/// A sparse matrix of 3 x 3 blocks, row by row: those of row r are number row_begin[r] up to row_begin[r + 1].
struct BlockMatrix {
    std::vector<int> row_begin;  // one per particle, and one
    std::vector<int> column;     // ascending in each row
    std::vector<Mat3> block;
};

/// A scalar field per particle: its name, its unit ("1" for a ratio) and half a sentence about it.
struct FieldDescription {
    std::string_view name, unit, description;
};

/// Thread safety: one simulation is for one thread at a time, const functions included, because they share scratch.
/// Different simulations are independent of each other. Steps use several threads inside (tulle/threads.hpp), and the
/// result does not depend on how many.
class Simulation {
public:
    /// Builds meshes, springs, matrices and solvers. Throws InputError with every problem of the description. `forces`
    /// act beside those of the scene.
    explicit Simulation(const SceneDescription& scene, std::vector<std::shared_ptr<UserForce>> forces = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// One step of `dt()`.
    [[nodiscard]] StepReport step();
    /// All steps up to the next frame; returns early when a step fails (see is_failure), and between two steps when
    /// `goes_on` says so. With integrator.dt = "auto" a frame whose steps turn out too long is undone and taken again.
    [[nodiscard]] FrameReport advance_frame(const std::function<bool()>& goes_on = {});

    [[nodiscard]] double time() const;      // s; exactly frame / fps at a frame
    [[nodiscard]] double dt() const;        // s; divides the frame time exactly; with "auto" of the last frame
    [[nodiscard]] int frame() const;        // frames reached so far, 0 at the start
    [[nodiscard]] int frame_count() const;  // frames after the first in the scene's duration
    /// The integrator, how it solves a step and, where "auto" settings chose that, why: such as "imex-euler, Newton
    /// directions: springs add up to 13041 times a particle's mass to the matrix; above 200 updates would converge too
    /// slowly". What they chose is known from the first step on.
    [[nodiscard]] std::string method() const;
    /// The linear solver and why it was chosen, such as "direct: the matrix stays the same and is factored once; 2704
    /// particles".
    [[nodiscard]] std::string solver() const;
    /// Why steps are as long as they are, such as "as the scene asks".
    [[nodiscard]] std::string step_choice() const;
    [[nodiscard]] int particle_count() const;
    [[nodiscard]] std::size_t spring_count() const;

    [[nodiscard]] std::span<const Vec3> positions() const;   // m, all cloths one after the other
    [[nodiscard]] std::span<const Vec3> velocities() const;  // m/s
    [[nodiscard]] std::span<const double> masses() const;    // kg
    /// With the faces that stand now.
    [[nodiscard]] const std::vector<ClothView>& cloths() const;
    /// Per face of all cloths as they were at the start, one after the other: 0 when it is torn. Empty when no cloth
    /// can tear, which needs a fabric with a strength. Particles and masses are never changed by a tear; a particle
    /// that has lost all its faces moves on freely and is not to be drawn.
    [[nodiscard]] std::span<const unsigned char> intact_faces() const;

    /// Positions to draw and export: those that are simulated where obstacles have barriers. Else particles still
    /// inside an obstacle are shown on its surface (EEH00 section 6), unless cloth would be shown through cloth by
    /// that.
    [[nodiscard]] std::span<const Vec3> visible_positions() const;

    /// Force [N] on each particle now, gravity, air and barriers included, of everything but pins and contacts that
    /// prescribe velocities: with the opposite of it a pin holds a particle that rests.
    void forces(std::span<Vec3> f) const;
    /// The same of particles at x [m] with velocities v [m/s], and its derivatives by positions [N/m] and by velocities
    /// [N s/m], as implicit methods take them: symmetric. `treatment` says what happens to compressed springs.
    void forces(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) const;
    enum class Derivative { by_position, by_velocity };
    [[nodiscard]] BlockMatrix jacobian(Derivative by, JacobianTreatment treatment = JacobianTreatment::exact) const;
    [[nodiscard]] BlockMatrix jacobian(std::span<const Vec3> x, std::span<const Vec3> v, Derivative by,
                                       JacobianTreatment treatment) const;

    // Control, between two steps. What is set is saved and restored with the rest. All of these throw InputError,
    // having changed nothing, for arrays of the wrong size and for numbers that are not finite.

    /// Puts particles elsewhere, or gives them other velocities. Methods that remember steps start anew. Rigid bodies
    /// must stay as they are, and pinned particles where they are (move them with `pin`), whose velocities are those of
    /// their pins, whatever is set; with [self_contact] nothing may pass through anything. Fabrics take the change for
    /// a way that they went.
    void set_positions(std::span<const Vec3> x);
    void set_velocities(std::span<const Vec3> v);
    /// N on every particle, from now on until others are set; empty: none. They are read as one per particle, always
    /// in the same place.
    void set_external_forces(std::span<const Vec3> f);
    [[nodiscard]] std::span<const Vec3> external_forces() const;
    /// The steady wind [m/s], of which gusts are a part; jets and fields are added. The scene must have [air].
    void set_wind(const Vec3& wind);
    [[nodiscard]] Vec3 wind() const;
    /// Of every spring: between which particles, and its length at rest [m]. What is set must be above zero and the
    /// same as before where muscles work. Cloth of fabrics and membranes has springs that exert nothing.
    [[nodiscard]] std::vector<std::array<int, 2>> springs() const;
    [[nodiscard]] std::span<const double> rest_lengths() const;
    void set_rest_lengths(std::span<const double> lengths);
    /// Holds particles from now on, whatever held them before: each goes evenly to its target [m] in the next `dt()`
    /// and stays there. Without targets they stay where they are.
    void pin(std::span<const int> particles, std::span<const Vec3> targets = {});
    /// Lets go of them, also of those that the scene has pinned.
    void unpin(std::span<const int> particles);
    [[nodiscard]] std::vector<int> pinned() const;  // ascending; without those that rigid bodies carry

    /// The number of an obstacle, by its name in the scene. Throws InputError when there is none.
    [[nodiscard]] int find_obstacle(std::string_view name) const;
    /// Moves an obstacle evenly from where it is to a pose, within `duration` [s], and leaves it there; 0: within the
    /// next `dt()`. The pose is relative to where the scene puts the obstacle, and replaces its keyframes.
    void move_obstacle(int obstacle, const RigidPose& pose, double duration = 0);
    [[nodiscard]] RigidPose obstacle_pose(int obstacle) const;

    /// What touches now, with normal forces: cloth and bodies against obstacles and each other. Contacts that rigid
    /// bodies have among themselves are not among them.
    [[nodiscard]] std::vector<ContactPoint> contacts() const;
    /// A value per particle, such as "stretch", "bending", "shear" or "speed". Throws InputError for other names.
    [[nodiscard]] std::vector<double> field(std::string_view name) const;
    [[nodiscard]] static std::vector<FieldDescription> fields();
    [[nodiscard]] Measurements measure() const;
    [[nodiscard]] StageTimes stage_times() const;

    /// Largest step [s] that symplectic Euler takes without growing, linearised at the scene's start: damping and
    /// pins included. Infinite when nothing limits it.
    [[nodiscard]] double stable_step_limit() const;
    /// One or two sentences for a step that failed or is imprecise: when, which particle, the likely reason and what
    /// to try.
    [[nodiscard]] std::string explain(const StepReport& failed) const;

    /// Everything needed to go on to the bit-identical result, in memory or a file. `restore` throws InputError,
    /// having changed nothing, when the data is damaged or belongs to another scene: stiffnesses, wind and places of
    /// obstacles may be others, but nothing that has a state of its own.
    void save(std::ostream& out) const;
    void restore(std::istream& in);

private:
    void read_state(std::istream& in);
    [[nodiscard]] FrameReport take_frame(const std::function<bool()>& goes_on);

    struct Parts;
    friend class ReferenceTrajectory;  // the same parts, moved by another solver
    friend class StepLimits;           // and analysed
    std::unique_ptr<Parts> parts_;
};

}  // namespace tulle
