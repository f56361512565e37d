#pragma once
// Steps at whose ends nothing has passed through a wall (Force::has_barrier), such as cloth through cloth. Methods that
// solve for the end of a step have the walls among their forces and stay before them. After others, which know nothing
// of walls, velocities are changed as little as walls and springs let them: v with
//     M (v - v*) = h (w(x + h v) + f(x + h v, v) - f(x + h v*, v*)),
// where v* is the mean velocity of their step, w the force of the walls and f that of all others, which have acted on
// v* already: a step of backward Euler for what is changed alone. What that adds to the energy is taken from what has
// touched. Where no end can be found, as pins or obstacles leave no room, the step is undone and taken in halves; if
// that fails too, the run must stop.

#include "integrators/force_change.hpp"
#include "integrators/step_estimate.hpp"
#include "solver/energy_limiting_dissipation.hpp"
#include "solver/implicit_stage.hpp"

#include <vector>

namespace tulle {

/// Whether a method can have walls among its forces.
[[nodiscard]] bool solves_with_barrier(const IntegratorSettings& settings);

/// A force with walls, for methods that cannot have it among their forces.
class SplitBarrier {
public:
    /// `others`, the forces that the method has, outlive this.
    SplitBarrier(std::unique_ptr<Force> barrier, ForceField& others);

    [[nodiscard]] ForceField& with_change() { return *field_; }
    [[nodiscard]] ForceChange& change() { return *change_; }

private:
    ForceChange* change_;
    std::unique_ptr<ForceField> field_;
};

class ContactProjection final : public Integrator {
public:
    /// `barrier`, which outlive this, for methods that cannot have them among their forces; else null.
    ContactProjection(std::unique_ptr<Integrator> method, SplitBarrier* barrier, const IntegratorSettings& settings,
                      const SolverSettings& solver, std::size_t particles, StageTimes& times);

    [[nodiscard]] std::string_view name() const override { return method_->name(); }
    [[nodiscard]] std::string description() const override { return method_->description(); }
    [[nodiscard]] std::string reason() const override { return method_->reason(); }
    [[nodiscard]] int order() const override { return method_->order(); }
    void prepare(double h, ForceField& forces, const MotionConstraints& constraints,
                 const ParticleState& state) override
    {
        method_->prepare(h, forces, constraints, state);
    }
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
    /// Whether anything was or came so near to a wall that its end may be another.
    bool correct_with_barrier(double h, double end_time, const StepStart& start, MotionConstraints& constraints,
                              ParticleState& state, StepReport& report);
    /// J, kinetic and of all forces.
    [[nodiscard]] double energy(ForceField& forces, std::span<const Vec3> x, std::span<const Vec3> v,
                                std::span<const double> mass);
    /// How a step went whose method has walls among its forces.
    enum class Touching {
        none,          // nothing was or came near to a wall
        without_gain,  // without a gain of energy
        gains,         // with one
        is_driven,     // pins or obstacles move: what they do is work, and may be of any size
    };
    [[nodiscard]] Touching touching_of(const StepStart& start, ForceField& forces, const MotionConstraints& constraints,
                                       const ParticleState& state);

    std::unique_ptr<Integrator> method_;
    SplitBarrier* barrier_;
    std::unique_ptr<ImplicitStageSolver<Mat3>> barrier_solver_;  // where there are walls aside
    std::unique_ptr<EnergyLimitingDissipation> bodies_;          // there too
    std::vector<StencilBlock> touches_;                          // scratch
    BlockReducer<double> sum_;
    ParticleState before_;           // scratch: the state at the start of the step
    std::vector<Vec3> mean_;         // m/s, of the step
    std::vector<StepStart> starts_;  // per halving
};

}  // namespace tulle
