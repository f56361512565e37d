#pragma once
// Solves the nonlinear equations of an implicit stage (stage_problem.hpp). The parts are the residual
// (stage_residual.hpp), the linear system of an iteration (stage_system.hpp), its direction, a line search
// (line_search.hpp) and contact, which bounds and prescribes motion (contact_solver.hpp). The entries of matrices are
// blocks or, for IMEX, numbers. There are five approaches:
//   once         one linear solve, linearised at the state (Baraff and Witkin 1998; plain IMEX, EEH00 eq. 21)
//   bare         EEH00 Algorithm 1: solve, evaluate the residual anew, repeat
//   newton       Newton's method with line search, until the residual or the velocities say that the step is solved
//   accelerated  IMEX with quasi-Newton memory and line search, until the residual says that it is solved
//   limited      IMEX with quasi-Newton memory: a given number of solves, whatever residual they leave

#include "solver/contact_solver.hpp"
#include "solver/energy_limit.hpp"
#include "solver/free_bodies.hpp"
#include "solver/lagged_jacobian.hpp"
#include "solver/linear_stage.hpp"
#include "solver/quasi_newton.hpp"
#include "solver/stage_problem.hpp"
#include "solver/stage_residual.hpp"
#include "solver/stage_system.hpp"

#include <tulle/report.hpp>

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tulle {

enum class StageApproach { once, bare, accelerated, limited, newton };

template <class Value>
class ImplicitStageSolver {
public:
    /// `lagged`, which outlives the solver, lets Newton's matrix serve for several iterations and steps.
    ImplicitStageSolver(StageApproach approach, const IntegratorSettings& settings, const SolverSettings& solver,
                        const ForceField& forces, StageTimes& times, LaggedJacobian* lagged = nullptr);

    /// Solves the stage; `velocity()` holds a guess on entry and the solution on return. `state` is the state at the
    /// start of the step.
    void solve(const ImplicitStage& stage, ForceField& forces, MotionConstraints& constraints,
               const ParticleState& state, StepReport& report);

    [[nodiscard]] std::span<Vec3> velocity() { return at_.v; }                     // m/s
    [[nodiscard]] std::span<const Vec3> reaction() const { return at_.reaction; }  // N s, of constraints and friction

    /// After a stage was solved: returns A^-1 right [m/s for N s] in the free directions, with the present matrix, to a
    /// relative residual of a hundredth.
    [[nodiscard]] std::span<const Vec3> respond(double eta, std::span<const Vec3> right, ForceField& forces,
                                                const MotionConstraints& constraints, const ParticleState& state,
                                                StepReport& report);

    /// IMEX only. Fills and factors the matrix for this eta, if the present matrix is for another eta.
    void prepare(double eta, ForceField& forces, const MotionConstraints& constraints, const ParticleState& state)
    {
        refill(eta, forces, constraints, state, {}, {});
    }
    /// IMEX only. Says that K has changed since the last solve.
    void stiff_part_changed() { system_.matrix().forget(); }
    /// IMEX only. Returns the largest (A_ii - m_i)/m_i of the matrix for this eta, which tells how stiff a step is.
    [[nodiscard]] double stiffness_ratio(double eta, ForceField& forces, const ParticleState& state)
    {
        return system_.matrix().stiffness_ratio(eta, forces, state.mass);
    }

private:
    /// The equations, report and scales that all parts of one solve share.
    struct Context : StageProblem {
        StepReport& report;
        double scale = 0;           // N s, size of momenta and impulses: the residual is relative to it
        double rounding_floor = 0;  // N s, a residual that rounding alone leaves
    };

    /// The data that the nonlinear iterations of one pass share.
    struct Iterations {
        int number = 0;
        double slow = 0;         // m/s, the change of velocities that counts as none; 0: the residual alone decides
        double size_before = 0;  // N s, of the residual, one iteration ago
        bool is_lagged = false;  // the matrix was filled at an earlier state
        bool has_predictions = false;  // the matrix contains predictions of loads
        // m/s, by how much the last iteration would have changed velocities
        double change = std::numeric_limits<double>::infinity();
        // Of the present iteration:
        double size = 0, scale = 0, target = 0;  // N s
        RemainingMotion remaining_motion = RemainingMotion::none;
    };

    void measure_rounding(Context& c);
    void refill(double eta, ForceField& forces, const MotionConstraints& constraints, const ParticleState& state,
                std::span<const Vec3> x, std::span<const Vec3> v);
    void refill_lost(ForceField& forces, const MotionConstraints& constraints, const ParticleState& state);
    void solve_once(const Context& c);
    [[nodiscard]] bool lagged_is_valid(const Context& c) const;
    void solve_passes(Context& c);
    /// Iterates until the residual is at most `slack` times its tolerance.
    void iterate(Context& c, double slack);
    void take_updates(Context& c);
    [[nodiscard]] bool is_finished(Context& c, Iterations& it, double slack);
    void prepare_system(Context& c, Iterations& it);
    void take_bare_update(Context& c, const Iterations& it);
    [[nodiscard]] bool find_direction(Context& c, Iterations& it);
    [[nodiscard]] bool follow_remaining_motion(Context& c, Iterations& it);
    [[nodiscard]] bool take_direction(Context& c, Iterations& it, bool is_exact);
    void apply_inverse(Context& c);
    [[nodiscard]] std::optional<double> search_along(const Context& c);
    [[nodiscard]] double right_hand_side_norm();

    StageApproach approach_;
    IntegratorSettings settings_;
    StageTimes& times_;
    LaggedJacobian* lagged_;

    StageSystem<Value> system_;
    std::unique_ptr<LinearStage<Value>> linear_;  // for StageApproach::once
    FreeBodies bodies_;
    ContactSolver contact_;
    EnergyLimit energy_limit_;
    QuasiNewtonMemory memory_;

    StageResidual at_;          // at the present velocity
    std::vector<Vec3> before_;  // N s, the residual one iteration ago
    double asked_ = 0;          // m/s, the largest change of a velocity that the last iteration asked for
};

extern template class ImplicitStageSolver<double>;
extern template class ImplicitStageSolver<Mat3>;

}  // namespace tulle
