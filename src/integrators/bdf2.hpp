#pragma once
// BDF2 with variable steps, an implicit multistep method: with w = h/h_before,
//     (1 + 2w)/(1 + w) y+ - (1 + w) y + w^2/(1 + w) y_before = h y'+     for y = x and y = v.
// BDF2 is of second order and L-stable: it damps springs that the step does not resolve, and hardly damps slow motion.
// The first step is a step of backward Euler, and so are steps with new contacts (ActiveSet::any_unsettled).

#include "integrators/history.hpp"
#include "integrators/integrator.hpp"
#include "solver/implicit_stage.hpp"

namespace tulle {

class Bdf2 final : public Integrator {
public:
    Bdf2(const IntegratorSettings& settings, const SolverSettings& solver, const ForceField& forces, StageTimes& times);

    [[nodiscard]] std::string_view name() const override { return "bdf2"; }
    [[nodiscard]] std::string description() const override { return "bdf2, Newton directions"; }
    [[nodiscard]] int order() const override { return 2; }
    [[nodiscard]] LocalError local_error(double ratio) const override;
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;
    void undo_step() override { history_.undo(); }
    void restart() override { history_.clear(); }
    void save(ArchiveWriter& out) const override
    {
        history_.save(out);
        lagged_.save(out);
    }
    void restore(ArchiveReader& in) override
    {
        history_.restore(in);
        lagged_.restore(in, x_hat_.size());
    }

private:
    LaggedJacobian lagged_;
    ImplicitStageSolver<Mat3> solver_;
    History history_;
    std::vector<Vec3> x_hat_, v_hat_;
};

}  // namespace tulle
