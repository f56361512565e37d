#pragma once
// Contact in one implicit stage, behind one interface: the stage solver finds directions, ContactSolver says how far
// they may be followed. Two kinds of contact take part, alone or side by side:
//
// - Constraints: pins, and the active set of EEH00 (MotionConstraints). They prescribe velocities, and every solution
//   revises the set.
// - Barriers (Force::has_barrier): parts of energy, force and matrix. They also bound motion: continuous collision
//   detection cuts each direction, so that it leads past nothing.
//
// Where there are barriers, prescribed motion may be cut, too. What is missing of it is the remaining motion, which
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
    follow,  // the direction is to include it
    wait,    // it was cut just now: first the rest makes room, in an iteration that lowers the potential
};

class ContactSolver {
public:
    ContactSolver(std::size_t particles, bool has_barrier, StageTimes& times);

    /// Whether barriers bound motion.
    [[nodiscard]] bool has_barrier() const { return has_barrier_; }

    /// Starts the step. Before barriers the guess v [m/s] is cut to what is free.
    void begin_step(const StageProblem& p, std::span<Vec3> v);
    /// Guesses the active set from v.
    void predict(const StageProblem& p, std::span<const Vec3> v);

    /// Starts the iterations with one active set. Without barriers v becomes what is prescribed.
    void begin_pass(const StageProblem& p, std::span<Vec3> v);
    /// Before an iteration: whether v misses prescribed motion, which only barriers can keep it from, and what to do
    /// about it. Obstacles that come no further stay where they are.
    [[nodiscard]] RemainingMotion find_remaining_motion(const StageProblem& p, std::span<const Vec3> v);
    [[nodiscard]] std::span<const Vec3> remaining_motion() const { return remaining_; }  // m/s
    /// v follows a direction [m/s] that includes the remaining motion, from x [m], as far as it is free. False when the
    /// way is blocked again and again: the active set is then to be revised.
    [[nodiscard]] bool follow_remaining_motion(const StageProblem& p, std::span<const Vec3> x,
                                               std::span<Vec3> direction, std::span<Vec3> v);
    /// Cuts a descent direction [m/s] of the potential with this gradient [N s], from x [m], particle by particle;
    /// where what is left would lead uphill, by the same part everywhere.
    void cut(const StageProblem& p, std::span<const Vec3> x, std::span<const Vec3> gradient, std::span<Vec3> direction);

    /// Compares the active set with a solution, in which constraints gave the particles `reaction` [N s]; `pass` counts
    /// from 0.
    [[nodiscard]] ActiveSetUpdate update_active_set(const StageProblem& p, std::span<const Vec3> v,
                                                    std::span<const Vec3> reaction, int pass);
    /// After the last revision v meets what is prescribed, and is held back where it would get through a mesh.
    void meet_constraints(const StageProblem& p, std::span<Vec3> v);
    /// After the last change of v. If that has led through something, v becomes what it was before meet_constraints,
    /// and the step is rejected where that misses any prescribed motion. A step that `is_shortened` is rejected where
    /// it misses more than a hundredth of a millimetre.
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
    StalledAdvance advance_;                  // of obstacles, in this pass
    int blocked_ = 0;                         // iterations of this pass whose remaining motion was cut
    std::vector<Vec3> remaining_;             // m/s
    std::vector<Vec3> free_;                  // m/s, the last velocities that are known to lead past nothing
    std::vector<Vec3> whole_;                 // m/s, scratch: a direction before it was cut
    std::vector<Vec3> from_, ahead_, reach_;  // m, scratch: the ends of a motion
    BlockReducer<double> largest_;
    DotProduct dot_;
};

}  // namespace tulle
