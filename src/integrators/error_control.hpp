#pragma once
// Error control: adaptive step sizes for implicit and IMEX methods, dt = "adaptive". The error of a step in the
// positions is that of its quadrature of x' = v, constant * h^(p+1) * v^(p) (LocalError), estimated from the velocities
// at the ends of the last steps (step_estimate.hpp). A step whose error is too large is undone without a trace, and a
// shorter step is tried.

#include "integrators/step_estimate.hpp"

#include "core/reduce.hpp"

namespace tulle {

class ErrorControl final : public Integrator {
public:
    ErrorControl(std::unique_ptr<Integrator> method, const IntegratorSettings& settings, std::size_t particles);

    [[nodiscard]] std::string_view name() const override { return method_->name(); }
    [[nodiscard]] std::string description() const override;
    [[nodiscard]] std::string reason() const override { return method_->reason(); }
    [[nodiscard]] int order() const override { return method_->order(); }
    [[nodiscard]] bool controls_error() const override { return true; }
    /// Cuts h into as many substeps as the error requires.
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;
    void restart() override;
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// Largest errors over all particles, relative to the allowed error.
    struct Sizes {
        double all, of_quadrature;
    };
    [[nodiscard]] Sizes errors(double h, ForceField& forces, const MotionConstraints& constraints,
                               const ParticleState& state, StepReport& report);

    std::unique_ptr<Integrator> method_;
    IntegratorSettings settings_;
    double proposed_ = 0;  // s, size of the next step; 0 before the first step
    BlockReducer<double> sum_;
    BlockReducer<Sizes> largest_;
    StepStart start_;
    StepErrors errors_;
};

}  // namespace tulle
