#pragma once
// All IMEX (implicit-explicit) multistep formulas (EEH00 eq. 7 and section 2.3), driven by their coefficients. The
// stiff linear part of the springs, -K x - D v, is implicit; the remainder f + K x + D v is explicit. x' = v belongs to
// the implicit part. Each step is then one linear system for the new velocity, with the same matrix for x, y and z:
//     (M + eta D + eta^2 K) v+ = M v_hat + h/a_0 sum_j b_j f_j + K (h/a_0 sum_j (b_j - c_j) x_j - eta x_hat)
//                                        + D h/a_0 sum_j (b_j - c_j) v_j,            eta = c_0 h/a_0,
//     x_hat = sum_j (-a_j x_j + h c_j v_j)/a_0,   v_hat = -sum_j a_j/a_0 v_j,   x+ = x_hat + eta v+,   j >= 1.
// Only full forces of the past are stored, so that K and D may change between steps.
//
// A formula of order p keeps its order if its first steps are of order p - 1. The first steps of a formula are
// extrapolated from IMEX Euler steps in 1, 2, ... parts of the step. A formula starts anew when the step changes,
// except SBDF1 and SBDF2, which go on. Every formula also starts anew when a contact has appeared or changed between
// sticking and sliding. While there are contacts, starts are plain IMEX Euler steps, because steps with contacts have
// no higher order that could be kept.

#include "integrators/history.hpp"
#include "integrators/imex_formulas.hpp"
#include "integrators/integrator.hpp"
#include "solver/free_bodies.hpp"
#include "solver/linear_stage.hpp"

namespace tulle {

class ImexMultistep final : public Integrator {
    // More than fifteen fields: most are arrays that a step must not allocate.
public:
    ImexMultistep(const ImexFormula& formula, const SolverSettings& solver, const ForceField& forces,
                  StageTimes& times);

    [[nodiscard]] std::string_view name() const override { return formula_.name; }
    [[nodiscard]] int order() const override { return formula_.order; }
    [[nodiscard]] LocalError local_error(double ratio) const override;
    [[nodiscard]] Defect defect(ForceField& forces, const ParticleState& state) override;
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;
    void undo_step() override { history_.undo(); }
    void restart() override { history_.clear(); }
    void save(ArchiveWriter& out) const override { history_.save(out); }
    void restore(ArchiveReader& in) override { history_.restore(in); }

private:
    using Pasts = std::array<const History::Past*, longest_imex_formula>;
    /// Arguments that the parts of one step share.
    struct Context {
        ForceField& forces;
        MotionConstraints& constraints;
        ParticleState& state;
        StepReport& report;
    };

    void fill_stiff_part(ForceField& forces, const ParticleState& state);
    /// A matrix with its factor, or with its preconditioner for conjugate gradients.
    struct System {
        System(const SolverSettings& solver, const ForceField& forces);
        Csr<double> A;  // M + eta D + eta^2 K
        std::unique_ptr<Preconditioner<double>> preconditioner;
        double eta = 0;  // s, for which A is filled; 0: it is not filled
    };
    void fill(System& system, double eta, const Context& c);
    /// Applies a formula once to the past. The result is in x_new_ and v_new_; v_new_ holds a guess on entry.
    void apply(const ImexFormula& formula, const Pasts& past, double h, double end_time, const Context& c);
    /// Extrapolates IMEX Euler steps in 1, 2, ... `order` parts. Returns false if a contact has appeared.
    [[nodiscard]] bool extrapolate(int order, double h, double end_time, const Context& c);
    /// Extrapolates all velocities of the past, one more than the formula combines, over the next step.
    void extrapolate_velocity(double h, std::span<Vec3> v) const;
    void evaluate(ForceField& forces, double time, History::Past& past);

    ImexFormula formula_;
    ImexFormula applied_;  // in the last step: formula_ for its ratio of steps, or Euler at a start
    StageTimes& times_;
    Csr<double> K_, D_;
    bool stiff_part_filled_ = false;
    System system_;        // of the formula
    System start_system_;  // of the Euler steps at starts, which are frequent with contacts
    LinearStage<double> linear_;
    FreeBodies bodies_;
    History history_;

    std::vector<Vec3> x_hat_, x_new_;        // m
    std::vector<Vec3> v_new_;                // m/s
    std::vector<Vec3> b_, product_, lever_;  // N s, N s, m s or m/s
    History::Past part_;                     // of a start: the state after some parts
    std::vector<Vec3> x_sum_, v_sum_;        // of a start: the extrapolated sums
};

}  // namespace tulle
