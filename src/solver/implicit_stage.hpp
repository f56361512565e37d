#pragma once
// Solves the equations of an implicit stage (stage_problem.hpp) by Newton's method, by IMEX updates or by one linear
// solve. Matrices have blocks or, for IMEX, numbers (stage_matrix.hpp). There are four ways to use them:
//   once         one linear solve, linearised at the state (Baraff and Witkin 1998; plain IMEX, EEH00 eq. 21)
//   bare         EEH00 Algorithm 1: solve, evaluate the residual again, repeat
//   line search  Newton, or IMEX accelerated by quasi-Newton memory, until the residual is below the tolerance
//   limited      IMEX with quasi-Newton memory: a given number of solves, whatever the residual
// Contact bounds and prescribes motion through one interface (contact_solver.hpp).

#include "core/reduce.hpp"
#include "solver/contact_solver.hpp"
#include "solver/energy_limit.hpp"
#include "solver/free_bodies.hpp"
#include "solver/lagged_jacobian.hpp"
#include "solver/linear_stage.hpp"
#include "solver/quasi_newton.hpp"
#include "solver/stage_matrix.hpp"
#include "solver/stage_problem.hpp"

#include <tulle/report.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tulle {

enum class StageApproach { once, bare, accelerated, limited, newton };

template <class Value>
class ImplicitStageSolver {
public:
    /// If `lagged` is given, Newton's matrix is reused for several iterations and steps. `lagged` outlives the solver.
    ImplicitStageSolver(StageApproach approach, const IntegratorSettings& settings, const SolverSettings& solver,
                        const ForceField& forces, StageTimes& times, LaggedJacobian* lagged = nullptr);

    /// Solves the stage. `velocity()` holds a guess on entry and the solution on return. `state` is the state at the
    /// start of the step.
    void solve(const ImplicitStage& stage, ForceField& forces, MotionConstraints& constraints,
               const ParticleState& state, StepReport& report);

    [[nodiscard]] std::span<Vec3> velocity() { return v_; }                     // m/s
    [[nodiscard]] std::span<const Vec3> reaction() const { return reaction_; }  // N s, impulses of constraints

    /// Called after a stage was solved. Returns A^-1 right [m/s for N s] in the free directions, with the present
    /// matrix, to a relative residual of a hundredth.
    [[nodiscard]] std::span<const Vec3> respond(double eta, std::span<const Vec3> right, ForceField& forces,
                                                const MotionConstraints& constraints, const ParticleState& state,
                                                StepReport& report);

    /// IMEX only. Fills and factors the matrix for this eta, unless the last one was for the same eta.
    void prepare(double eta, ForceField& forces, const MotionConstraints& constraints, const ParticleState& state)
    {
        refill(eta, forces, constraints, state, {}, {});
    }
    /// IMEX only. Says that K has changed since the last solve.
    void stiff_part_changed() { matrix_.forget(); }
    /// IMEX only. Returns the largest (A_ii - m_i)/m_i of the matrix for this eta: how stiff a step is.
    [[nodiscard]] double stiffness_ratio(double eta, ForceField& forces, const ParticleState& state)
    {
        return matrix_.stiffness_ratio(eta, forces, state.mass);
    }

private:
    /// Data that the parts of one solve share.
    struct Context : StageProblem {
        StepReport& report;
        double scale = 0;           // N s, size of momenta and impulses: the residual is relative to it
        double rounding_floor = 0;  // N s, residual that rounding alone may leave
    };

    void measure_scale(Context& c);
    void measure_rounding(Context& c);
    void refill(double eta, ForceField& forces, const MotionConstraints& constraints, const ParticleState& state,
                std::span<const Vec3> x, std::span<const Vec3> v);
    void prepare_once(const Context& c);
    [[nodiscard]] bool lagged_is_valid(const Context& c) const;
    void solve_passes(Context& c);
    /// Iterates until the residual is `slack` times the required one.
    void iterate(Context& c, double slack);
    void iterate(Context& c);
    void update(Context& c);
    void evaluate(const Context& c);
    /// Line search. Returns the step length along direction_; nothing if no part of direction_ leads downhill.
    [[nodiscard]] std::optional<double> search_along(const Context& c);
    [[nodiscard]] bool solve_linear(Context& c, double tolerance, double energy_tolerance = 0,
                                    double preconditioned_tolerance = 0);
    [[nodiscard]] double norm(std::span<const Vec3> a);
    [[nodiscard]] double largest(std::span<const Vec3> a);
    [[nodiscard]] double right_hand_side_norm();

    StageApproach approach_;
    IntegratorSettings settings_;
    SolverSettings solver_;
    StageTimes& times_;
    LaggedJacobian* lagged_;

    StageMatrix<Value> matrix_;
    ConjugateGradients<Value> cg_;
    std::unique_ptr<LinearStage<Value>> linear_;  // for StageApproach::once
    FreeBodies bodies_;
    ContactSolver contact_;
    EnergyLimit energy_limit_;
    QuasiNewtonMemory memory_;
    DotProduct dot_;
    BlockReducer<double> sum_;

    double asked_ = 0;             // m/s, the largest velocity change of the last whole direction
    std::vector<Vec3> v_;          // m/s, the velocity being solved for
    std::vector<Vec3> x_;          // m, x_hat + eta v_
    std::vector<Vec3> force_;      // N
    std::vector<Vec3> reaction_;   // N s, M(v_ - v_hat) - eta f: impulses of constraints and friction
    std::vector<Vec3> residual_;   // N s, reaction_ without friction, in the free directions
    std::vector<Vec3> right_;      // N s
    std::vector<Vec3> direction_;  // m/s
    std::vector<Vec3> before_;     // N s, the residual one iteration ago
};

extern template class ImplicitStageSolver<double>;
extern template class ImplicitStageSolver<Mat3>;

}  // namespace tulle
