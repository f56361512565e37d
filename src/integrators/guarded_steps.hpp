#pragma once
// Steps at whose ends nothing has passed through a wall (Force::has_walls), such as cloth through cloth. Methods that
// solve for the end of a step have the walls among their forces and stay before them. After others, which know nothing
// of walls, velocities are changed as little as possible: v with
//     M (v - v*) = h f(x + h v),
// where v* is the mean velocity of their step and f the force of the walls. Where no end can be found, as pins or
// obstacles leave no room, the step is undone and taken in halves; if that fails too, the run must stop.

#include "integrators/implicit_stage.hpp"
#include "integrators/step_estimate.hpp"

#include <vector>

namespace tulle {

/// Whether a method can have walls among its forces.
[[nodiscard]] bool solves_for_walls(const IntegratorSettings& settings);

class GuardedSteps final : public Integrator {
public:
    /// `walls` alone, for methods that cannot have them among their forces; else null. It outlives this.
    GuardedSteps(std::unique_ptr<Integrator> method, ForceField* walls, const IntegratorSettings& settings,
                 const SolverSettings& solver, std::size_t particles, StageTimes& times);

    [[nodiscard]] std::string_view name() const override { return method_->name(); }
    [[nodiscard]] std::string description() const override { return method_->description(); }
    [[nodiscard]] int order() const override { return method_->order(); }
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;
    void undo_step() override { method_->undo_step(); }
    void restart() override { method_->restart(); }
    void save(ArchiveWriter& out) const override { method_->save(out); }
    void restore(ArchiveReader& in) override { method_->restore(in); }

private:
    /// How often a step is halved.
    static constexpr int most_halvings = 6;

    void take(double h, double end_time, int halvings, ForceField& forces, MotionConstraints& constraints,
              ParticleState& state, StepReport& report);
    void keep_before_walls(double h, double end_time, const StepStart& start, MotionConstraints& constraints,
                           ParticleState& state, StepReport& report);

    std::unique_ptr<Integrator> method_;
    ForceField* walls_;
    std::unique_ptr<ImplicitStageSolver<Mat3>> wall_solver_;  // where there are walls alone
    ParticleState before_;                                    // scratch: the state at the start of the step
    std::vector<Vec3> mean_;                                  // m/s, of the step
    std::vector<StepStart> starts_;                           // per halving
};

}  // namespace tulle
