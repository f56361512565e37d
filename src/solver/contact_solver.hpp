#pragma once
// Contact in one implicit stage, behind one interface: the stage solver finds directions, and ContactSolver says how
// far they may be followed. Two kinds of contact take part, alone or side by side:
//
// - Constraints (pins, and the active set of EEH00: MotionConstraints) prescribe velocities, and every solution
//   updates the active set.
// - Barriers (Barrier::has_barrier) are parts of energy, force and matrix, and bound motion: continuous collision
//   detection (CCD) cuts each direction to its collision-free part.
//
// Barriers may also cut prescribed motion. The part of prescribed motion that is missing is the remaining motion, which
// later iterations make up for.

#include "core/reduce.hpp"
#include "core/stage_clock.hpp"
#include "solver/stage_problem.hpp"
#include "solver/stalled_advance.hpp"

#include <tulle/report.hpp>

#include <span>
#include <vector>

namespace tulle {

enum class RemainingMotion {
    none,
    follow,  // the direction must include the remaining motion
    wait,    // remaining motion was just cut: an iteration that lowers the potential first makes room
};

class ContactSolver {
public:
    ContactSolver(std::size_t particles, bool has_barrier, StageTimes& times);

    /// Returns whether barriers bound motion.
    [[nodiscard]] bool has_barrier() const { return has_barrier_; }

    /// Starts the step. With barriers, the guess v [m/s] is cut to its collision-free part.
    void begin_step(const StageProblem& p, std::span<Vec3> v);
    /// Predicts the active set from v.
    void predict(const StageProblem& p, std::span<const Vec3> v);

    /// Starts the iterations with one active set. Without barriers, v gets its prescribed components.
    void begin_pass(const StageProblem& p, std::span<Vec3> v);
    /// Called before an iteration. Finds the remaining motion if v misses prescribed motion, which only barriers can
    /// cause. Returns how the iteration must treat the remaining motion. Obstacles that give way and have stalled stay
    /// where they are.
    [[nodiscard]] RemainingMotion find_remaining_motion(const StageProblem& p, std::span<const Vec3> v);
    [[nodiscard]] std::span<const Vec3> remaining_motion() const { return remaining_; }  // m/s
    /// Moves v along the collision-free part of a direction [m/s] that starts at x [m] and includes the remaining
    /// motion. Returns false if barriers have blocked directions with remaining motion several times: the active set
    /// must then be updated.
    [[nodiscard]] bool follow_remaining_motion(const StageProblem& p, std::span<const Vec3> x,
                                               std::span<Vec3> direction, std::span<Vec3> v);
    /// Cuts a descent direction [m/s] from x [m] to its collision-free part, particle by particle. `gradient` [N s] is
    /// the gradient of the potential. If the cut direction would lead uphill, cuts all particles by the same part
    /// instead.
    void cut(const StageProblem& p, std::span<const Vec3> x, std::span<const Vec3> gradient, std::span<Vec3> direction);

    /// Updates the active set by a solution, in which the constraints gave the particles the impulses `reaction` [N s].
    /// `pass` counts from 0.
    [[nodiscard]] ActiveSetUpdate update_active_set(const StageProblem& p, std::span<const Vec3> v,
                                                    std::span<const Vec3> reaction, int pass);
    /// Called after the last update of the active set. Gives v its prescribed components, and holds particles back that
    /// would get through a mesh.
    void meet_constraints(const StageProblem& p, std::span<Vec3> v);
    /// Called after the last change of v. If the changes since meet_constraints are not collision-free, v is set back
    /// to its value before meet_constraints, and the step is rejected if this v misses any prescribed motion. A step
    /// that `is_shortened` is rejected if it misses more than 0.01 mm of prescribed motion.
    void require_prescribed_motion(const StageProblem& p, std::span<Vec3> v, bool is_shortened, StepReport& report);

private:
    struct Farthest {
        int particle = -1;
        double speed = 0;  // m/s
    };
    [[nodiscard]] bool misses(const MotionConstraints& constraints, std::span<const Vec3> v);
    [[nodiscard]] Farthest farthest(std::size_t first = 0) const;
    void cut_each(ForceField& forces, std::span<const Vec3> x, double time, std::span<Vec3> direction);
    void cut_all(ForceField& forces, std::span<const Vec3> x, double time, std::span<Vec3> direction);
    [[nodiscard]] bool stays_free(const StageProblem& p, std::span<Vec3> v);

    bool has_barrier_;
    bool waits_ = false;  // the last iteration's remaining motion was cut
    StageTimes& times_;
    StalledAdvance advance_;                  // advance of obstacles in this pass
    int blocked_ = 0;                         // iterations of this pass whose remaining motion was cut
    std::vector<Vec3> remaining_;             // m/s
    std::vector<Vec3> free_;                  // m/s, the last velocities that are known to be collision-free
    std::vector<Vec3> whole_;                 // m/s, scratch: a direction before it was cut
    std::vector<Vec3> from_, ahead_, reach_;  // m, scratch: the ends of a motion
    BlockReducer<double> largest_;
    DotProduct dot_;
};

}  // namespace tulle
