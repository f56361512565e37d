#pragma once
// The implicit midpoint rule: with the mean velocity u = (v + v+)/2,
//     M(u - v) = h/2 f(x + h/2 u, u),   x+ = x + h u,   v+ = 2 u - v.
// The rule is of second order, A-stable and symplectic: it conserves quadratic invariants, and neither damps nor
// excites vibrations that it does not resolve. Stiff springs therefore go on ringing, whereas BDF2 damps them.
// Particles in contact take u as their velocity at the end of the step: with v+ = 2 u - v they would bounce.
//
// Error estimate. The rule evaluates the forces halfway along the chord of a step. The true trajectory passes the
// middle of the chord at a distance of h^2/8 v', where the forces of stiff springs are quite different. Let r_x and r_v
// be the residuals that the true motion leaves in the two equations. The errors e of position and velocity then follow
// from e_x = h/2 e_v - r_x and M e_v = h/2 (df/dx e_x + df/dv e_v) - M r_v:
//     A e_x = h^3/12 M v'' + h^2/2 [f(x_mid, u) - f(x_mid - h^2/8 v', u - h^2/24 v'')]
// with A the matrix of the stage. For soft springs, e_x becomes h^3/12 v''. For stiff springs, e_x becomes -h^2/4 v'
// along the springs.

#include "integrators/integrator.hpp"
#include "solver/implicit_stage.hpp"

namespace tulle {

class ImplicitMidpoint final : public Integrator {
public:
    ImplicitMidpoint(const IntegratorSettings& settings, const SolverSettings& solver, const ForceField& forces,
                     StageTimes& times);

    [[nodiscard]] std::string_view name() const override { return "implicit-midpoint"; }
    [[nodiscard]] std::string description() const override { return "implicit-midpoint, Newton directions"; }
    [[nodiscard]] int order() const override { return 2; }
    [[nodiscard]] LocalError local_error(double) const override { return {2, 1.0 / 12}; }
    [[nodiscard]] std::span<const Vec3> stiff_error(const StepVelocities& v, ForceField& forces,
                                                    const MotionConstraints& constraints, const ParticleState& state,
                                                    StepReport& report) override;
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;
    void save(ArchiveWriter& out) const override { lagged_.save(out); }
    void restore(ArchiveReader& in) override { lagged_.restore(in, v_end_.size()); }

private:
    LaggedJacobian lagged_;
    StageTimes& times_;
    ImplicitStageSolver<Mat3> solver_;
    std::vector<Vec3> v_end_;
    std::vector<Vec3> x_bent_, v_bent_, right_;  // m, m/s, N s^2: of stiff_error
};

}  // namespace tulle
