#pragma once
// Solves the equations of an implicit stage (stage_problem.hpp). Matrices are blocks or, for IMEX, numbers
// (stage_matrix.hpp), and there are four ways to use them:
//   once         one linear solve, linearised at the state (Baraff and Witkin 1998; plain IMEX, EEH00 eq. 21)
//   bare         EEH00 Algorithm 1: solve, evaluate the residual anew, repeat
//   line search  Newton, or IMEX accelerated by quasi-Newton memory, down to the residual asked for
//   limited      IMEX with quasi-Newton memory, a given number of solves and whatever residual they leave
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
    /// `lagged`, which outlives the solver, lets Newton's matrix serve for several iterations and steps.
    ImplicitStageSolver(StageApproach approach, const IntegratorSettings& settings, const SolverSettings& solver,
                        const ForceField& forces, StageTimes& times, LaggedJacobian* lagged = nullptr);

    /// Solves the stage; `velocity()` holds a guess on entry and the solution on return. `state` is the one at the
    /// start of the step.
    void solve(const ImplicitStage& stage, ForceField& forces, MotionConstraints& constraints,
               const ParticleState& state, StepReport& report);

    [[nodiscard]] std::span<Vec3> velocity() { return v_; }                     // m/s
    [[nodiscard]] std::span<const Vec3> reaction() const { return reaction_; }  // N s, what constraints supplied

    /// After a stage was solved: A^-1 right [m/s for N s] in the free directions, with the matrix at hand, to a
    /// hundredth.
    [[nodiscard]] std::span<const Vec3> respond(double eta, std::span<const Vec3> right, ForceField& forces,
                                                const MotionConstraints& constraints, const ParticleState& state,
                                                StepReport& report);

    /// IMEX only. Fills and factors the matrix for this eta, if the last one was for another.
    void prepare(double eta, ForceField& forces, const MotionConstraints& constraints, const ParticleState& state)
    {
        refill(eta, forces, constraints, state, {}, {});
    }
    /// IMEX only. K is another than in the last solve.
    void stiff_part_changed() { matrix_.forget(); }
    /// IMEX only. The largest (A_ii - m_i)/m_i of the matrix for this eta: how stiff a step is.
    [[nodiscard]] double stiffness_ratio(double eta, ForceField& forces, const ParticleState& state)
    {
        return matrix_.stiffness_ratio(eta, forces, state.mass);
    }

private:
    /// What the parts of one solve share.
    struct Context : StageProblem {
        StepReport& report;
        double scale = 0;           // N s, size of momenta and impulses: the residual is relative to it
        double rounding_floor = 0;  // N s, a residual that rounding alone leaves
    };

    void measure_scale(Context& c);
    void measure_rounding(Context& c);
    void refill(double eta, ForceField& forces, const MotionConstraints& constraints, const ParticleState& state,
                std::span<const Vec3> x, std::span<const Vec3> v);
    void prepare_once(const Context& c);
    [[nodiscard]] bool lagged_is_valid(const Context& c) const;
    void solve_passes(Context& c);
    /// Until the residual is `slack` times what is asked for.
    void iterate(Context& c, double slack);
    void iterate(Context& c);
    void update(Context& c);
    void evaluate(const Context& c);
    /// How much of direction_ it has gone; nothing where no part of it leads downhill.
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
    std::unique_ptr<LinearStage<Value>> linear_;  // solves the approach once
    FreeBodies bodies_;
    ContactSolver contact_;
    EnergyLimit energy_limit_;
    QuasiNewtonMemory memory_;
    DotProduct dot_;
    BlockReducer<double> sum_;

    double asked_ = 0;             // m/s, the largest change of a velocity that the last iteration asked for
    std::vector<Vec3> v_;          // m/s, the velocity being solved for
    std::vector<Vec3> x_;          // m, x_hat + eta v_
    std::vector<Vec3> force_;      // N
    std::vector<Vec3> reaction_;   // N s, M(v_ - v_hat) - eta f: what constraints and friction must supply
    std::vector<Vec3> residual_;   // N s, its part in the free directions
    std::vector<Vec3> right_;      // N s
    std::vector<Vec3> direction_;  // m/s
    std::vector<Vec3> before_;     // N s, the residual one iteration ago
};

extern template class ImplicitStageSolver<double>;
extern template class ImplicitStageSolver<Mat3>;

}  // namespace tulle
