#pragma once
// A step whose equations are linear, A v = b: plain IMEX formulas and backward Euler with one linearisation. The active
// set of contacts goes around it, sliding friction into it.

#include "contact/motion_constraints.hpp"
#include "linear/conjugate_gradients.hpp"
#include "linear/constrained_matrix.hpp"

#include <tulle/report.hpp>

namespace tulle {

template <class Value>
class LinearStage {
public:
    LinearStage(const SolverSettings& solver, std::size_t rows, StageTimes& times);

    /// Solves A v = b [N s] in the free directions. `v` holds a guess on entry; friction is taken at `v_friction`,
    /// where A was linearised. The caller began the step on `constraints` and predicted its contacts. A preconditioner
    /// made for those goes wrong where they change: one that knows contacts is made anew, in `held`.
    void solve(const Csr<Value>& A, Preconditioner<Value>& preconditioner, std::span<const Vec3> b,
               std::span<const Vec3> v_friction, std::span<const double> mass, MotionConstraints& constraints,
               std::span<Vec3> v, StepReport& report, ConstrainedMatrix* held = nullptr);

    [[nodiscard]] std::span<Vec3> reaction() { return reaction_; }  // N s, A v - b

private:
    /// With the contacts as they are; false when the iteration ended above its tolerance.
    [[nodiscard]] bool solve_with_contacts(const Csr<Value>& A, Preconditioner<Value>& preconditioner,
                                           std::span<const Vec3> b, std::span<const Vec3> v_friction,
                                           const MotionConstraints& constraints, std::span<Vec3> v, StepReport& report);

    SolverSettings solver_;
    StageTimes& times_;
    ConjugateGradients<Value> cg_;
    DotProduct dot_;
    std::vector<Vec3> reaction_;   // N s
    std::vector<Vec3> right_;      // N s
    std::vector<Vec3> direction_;  // m/s
};

extern template class LinearStage<double>;
extern template class LinearStage<Mat3>;

}  // namespace tulle
