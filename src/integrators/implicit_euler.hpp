#pragma once
// Implicit Euler. Backward Euler solves x+ = x + h v+, M(v+ - v) = h f(x+, v+) by Newton's method or by one
// linearisation (Baraff and Witkin 1998). IMEX Euler (EEH00 section 5) takes updates with one constant matrix, which
// lead to the same step, or a single solve, which is the plain IMEX step. If springs are so stiff that updates converge
// slowly, imex-euler takes Newton directions too: see q in
// docs/theory/implicit-euler.md#why-updates-are-needed-and-why-the-bare-ones-crawl. A limited number of updates bounds
// the cost of a step.

#include "integrators/integrator.hpp"
#include "solver/implicit_stage.hpp"

namespace tulle {

/// Whether imex-euler with automatic updates takes Newton directions. `stiffness_ratio` is the largest
/// (A_ii - m_i)/m_i.
[[nodiscard]] bool imex_takes_newton(double stiffness_ratio);

class ImplicitEuler final : public Integrator {
public:
    enum class Kind { backward, imex };
    ImplicitEuler(Kind kind, const IntegratorSettings& settings, const SolverSettings& solver, const ForceField& forces,
                  StageTimes& times);

    [[nodiscard]] std::string_view name() const override;
    [[nodiscard]] std::string description() const override;
    [[nodiscard]] std::string reason() const override;
    [[nodiscard]] int order() const override { return 1; }
    [[nodiscard]] LocalError local_error(double) const override { return {1, 0.5}; }
    void prepare(double h, ForceField& forces, const MotionConstraints& constraints,
                 const ParticleState& state) override;
    [[nodiscard]] Defect defect(ForceField& forces, const ParticleState& state) override;
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;
    void save(ArchiveWriter& out) const override { lagged_.save(out); }
    void restore(ArchiveReader& in) override { lagged_.restore(in, particles_); }

private:
    [[nodiscard]] bool is_limited() const;
    void guess_velocity(double h, ForceField& forces, const MotionConstraints& constraints, const ParticleState& state);
    void choose_matrix(double h, ForceField& forces, const ParticleState& state);
    [[nodiscard]] ImplicitStageSolver<Mat3>& newton(const ForceField& forces);

    IntegratorSettings settings_;
    SolverSettings solver_;
    StageTimes& times_;
    std::size_t particles_;
    LaggedJacobian lagged_;
    double chosen_for_h_ = 0;     // s
    double stiffness_ratio_ = 0;  // at that choice: the largest (A_ii - m_i)/m_i
    bool has_barrier_ = false;    // at that choice: barriers always take Newton directions
    std::unique_ptr<ImplicitStageSolver<double>> imex_;
    std::unique_ptr<ImplicitStageSolver<Mat3>> newton_;
    bool uses_newton_;
    std::vector<Vec3> defect_;                    // m/s
    std::vector<Vec3> loose_force_;               // N
    std::vector<std::pair<int, Vec3>> touching_;  // particles in contact, with predicted velocities [m/s]
};

}  // namespace tulle
