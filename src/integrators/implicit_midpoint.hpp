#pragma once
// The implicit midpoint rule: with the mean velocity u = (v + v+)/2,
//     M(u - v) = h/2 f(x + h/2 u, u),   x+ = x + h u,   v+ = 2 u - v.
// Second order, A-stable and symplectic: it conserves quadratic invariants and neither damps nor excites what it does
// not resolve, so stiff springs go on ringing where BDF2 calms them. Particles that touch take u as their velocity:
// mirrored at u they would bounce.

#include "integrators/implicit_stage.hpp"
#include "integrators/integrator.hpp"

namespace tulle {

class ImplicitMidpoint final : public Integrator {
public:
    ImplicitMidpoint(const IntegratorSettings& settings, const SolverSettings& solver, const ForceField& forces,
                     StageTimes& times);

    [[nodiscard]] std::string_view name() const override { return "implicit-midpoint"; }
    [[nodiscard]] std::string description() const override { return "implicit-midpoint, Newton directions"; }
    [[nodiscard]] int order() const override { return 2; }
    [[nodiscard]] LocalError local_error(double) const override { return {2, 1.0 / 12}; }
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;
    void save(ArchiveWriter& out) const override { kept_.save(out); }
    void restore(ArchiveReader& in) override { kept_.restore(in, v_end_.size()); }

private:
    KeptJacobian kept_;
    ImplicitStageSolver<Mat3> solver_;
    std::vector<Vec3> v_end_;
};

}  // namespace tulle
