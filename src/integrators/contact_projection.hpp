#pragma once
// Contact projection with step halving: takes steps in which nothing passes a barrier (forces/barrier.hpp); for
// example, no cloth passes through cloth. Methods that solve for the end of a step have barriers among their forces.
// Methods without barriers among their forces first take their step without barriers. Then velocities are changed as
// little as masses, springs and barriers allow, to v with
//     M (v - v*) = h (w(x + h v) + f(x + h v, v) - f(x + h v*, v*)),
// where v* is the mean velocity of the step, w the force of the barriers and f all other forces, which v* already
// contains. The equation for v is a step of backward Euler for the change alone. Energy that the correction adds is
// taken from the touching bodies (EnergyLimitingDissipation). If no end of the step is found, because pins or obstacles
// leave no room, the step is undone and taken in two halves, each of which may be halved again, up to most_halvings
// times. If the shortest steps fail too, the run must stop.

#include "integrators/force_change.hpp"
#include "integrators/step_estimate.hpp"
#include "solver/energy_limiting_dissipation.hpp"
#include "solver/implicit_stage.hpp"

#include <vector>

namespace tulle {

/// Whether a method can have barriers among its forces.
[[nodiscard]] bool solves_with_barrier(const IntegratorSettings& settings);

/// A barrier force with a force field of its own, for methods that cannot have barriers among their forces.
class SplitBarrier {
public:
    /// `others` are the forces of the method, which must outlive this object.
    SplitBarrier(std::unique_ptr<Force> barrier, ForceField& others);

    [[nodiscard]] ForceField& with_change() { return *field_; }
    [[nodiscard]] ForceChange& change() { return *change_; }

private:
    ForceChange* change_;
    std::unique_ptr<ForceField> field_;
};

class ContactProjection final : public Integrator {
public:
    /// `barrier` is for methods that cannot have barriers among their forces, and null for all other methods. The
    /// barrier must outlive this object.
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
    /// How often a step may be halved.
    static constexpr int most_halvings = 6;

    void take(double h, double end_time, int halvings, ForceField& forces, MotionConstraints& constraints,
              ParticleState& state, StepReport& report);
    /// Corrects the end of a step. Returns whether some surfaces were so near to each other that barriers may have
    /// changed the end of the step.
    bool correct_with_barrier(double h, double end_time, const StepStart& start, MotionConstraints& constraints,
                              ParticleState& state, StepReport& report);
    /// Returns the kinetic energy plus the potential energy of all forces [J].
    [[nodiscard]] double energy(ForceField& forces, std::span<const Vec3> x, std::span<const Vec3> v,
                                std::span<const double> mass);
    /// Outcome of a step whose method has barriers among its forces.
    enum class Touching {
        none,          // no barrier acted at the start or end of the step
        without_gain,  // barriers acted, and energy did not grow
        gains,         // barriers acted, and energy grew
        is_driven,     // barriers acted, and moving pins or obstacles did work of any size
    };
    [[nodiscard]] Touching touching_of(const StepStart& start, ForceField& forces, const MotionConstraints& constraints,
                                       const ParticleState& state);

    std::unique_ptr<Integrator> method_;
    SplitBarrier* barrier_;
    std::unique_ptr<ImplicitStageSolver<Mat3>> barrier_solver_;  // only with barrier_
    std::unique_ptr<EnergyLimitingDissipation> bodies_;          // only with barrier_
    std::vector<StencilBlock> touches_;                          // scratch
    BlockReducer<double> sum_;
    ParticleState before_;           // scratch: the state at the start of the step
    std::vector<Vec3> mean_;         // m/s, of the step
    std::vector<StepStart> starts_;  // per halving
};

}  // namespace tulle
