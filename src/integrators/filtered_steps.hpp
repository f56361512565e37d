#pragma once
// Velocity filter around any method: filters the velocities after every step (ATG07 section 4.3).

#include "integrators/integrator.hpp"
#include "state/velocity_filter.hpp"

#include <utility>

namespace tulle {

/// This class is for methods of equal steps. A method that cuts a step into substeps must filter by itself after each
/// substep.
class FilteredSteps final : public Integrator {
public:
    FilteredSteps(std::unique_ptr<Integrator> method, VelocityFilter& filter)
        : method_(std::move(method)), filter_(filter)
    {}

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
                                  ParticleState& state) override
    {
        StepReport report = method_->step(h, end_time, forces, constraints, state);
        filter_.apply(state.position, state.velocity);
        return report;
    }
    void undo_step() override { method_->undo_step(); }
    void restart() override { method_->restart(); }
    void save(ArchiveWriter& out) const override { method_->save(out); }
    void restore(ArchiveReader& in) override { method_->restore(in); }

private:
    std::unique_ptr<Integrator> method_;
    VelocityFilter& filter_;
};

}  // namespace tulle
