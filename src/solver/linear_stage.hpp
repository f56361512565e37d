#pragma once
// A step whose equations are linear, A v = b: plain IMEX formulas and backward Euler with one linearisation. The solve
// is repeated for every update of the active set. Sliding friction is part of the right-hand side.
//
// Conjugate gradients stop at a residual, in the free directions, of
//     min(tau |b|, tau^(1/4) |b - A v_e|, |b - A v_0|/2),   tau = solver.tolerance,
// where v_0 is the initial guess and v_e extrapolates the velocities of past steps. b is about M v, which does not
// shrink with the step h. The first term alone would therefore leave an error of tau |v| in every step, and more of
// these errors would add up with shorter steps. Extrapolation from p + 1 velocities is O(h^(p+1)) away from the
// solution, as is the error of a step of order p. The error that the second term leaves is of the same order. In steps
// so long that extrapolation fails, the first term decides.

#include "contact/active_set/motion_constraints.hpp"
#include "linear/conjugate_gradients.hpp"
#include "linear/constrained_matrix.hpp"

#include <tulle/report.hpp>

namespace tulle {

template <class Value>
class LinearStage {
public:
    LinearStage(const SolverSettings& solver, std::size_t rows, StageTimes& times);

    /// A prediction of the solution from past steps.
    struct Predictor {
        std::span<Vec3> extrapolated{};  // m/s, v_e, which is overwritten; if empty, the guess is v_e
        bool has_past = true;            // if false, the solve goes on to rounding: no past shows the error to allow
    };

    /// Returns whether extrapolated velocities are of use. A direct factor does not need extrapolation, because it
    /// solves to rounding in one iteration from any guess.
    [[nodiscard]] bool takes_extrapolated() const { return solver_.method != SolverMethod::direct; }

    /// Solves A v = b [N s] in the free directions. `v` holds a guess on entry. Friction is taken at `v_friction`,
    /// where A was linearised. The caller has begun the step on `constraints` and predicted its contacts. A
    /// preconditioner that includes contacts becomes inaccurate when the contacts change. If `held` is given, the
    /// preconditioner is then made again, with the constrained matrix in `held`.
    void solve(const Csr<Value>& A, Preconditioner<Value>& preconditioner, std::span<const Vec3> b,
               std::span<const Vec3> v_friction, std::span<const double> mass, MotionConstraints& constraints,
               std::span<Vec3> v, const Predictor& predictor, StepReport& report, ConstrainedMatrix* held = nullptr);

    [[nodiscard]] std::span<Vec3> reaction() { return reaction_; }  // N s, A v - b

private:
    /// Norms [N s] of the residuals of the initial guess and of extrapolated velocities.
    struct Residuals {
        double guess = 0;
        double extrapolated = 0;
    };
    /// Residuals [N s] at which conjugate gradients may stop.
    struct Tolerance {
        double scale = 0;     // |b|, which reported residuals are relative to
        double asked = 0;     // a solve that ends with a larger residual has not converged
        double rounding = 0;  // a smaller residual is rounding error
    };
    [[nodiscard]] Tolerance tolerance_of(std::span<const Vec3> b, const Residuals& residual);
    void multiply_and_subtract(const Csr<Value>& A, std::span<const Vec3> v, std::span<const Vec3> b);
    void find_residual(const Csr<Value>& A, std::span<const Vec3> b, std::span<const Vec3> v_friction,
                       const MotionConstraints& constraints, std::span<const Vec3> v);
    [[nodiscard]] Residuals improve_guess(const Csr<Value>& A, const MotionConstraints& constraints,
                                          std::span<Vec3> extrapolated, std::span<Vec3> v);
    [[nodiscard]] CgResult correct(const Csr<Value>& A, Preconditioner<Value>& preconditioner, std::span<const Vec3> b,
                                   const MotionConstraints& constraints, double tolerance, std::span<Vec3> v);

    SolverSettings solver_;
    StageTimes& times_;
    ConjugateGradients<Value> cg_;
    DotProduct dot_;
    BlockReducer<double> sum_;
    BlockReducer<Vec2> products_;
    std::vector<Vec3> reaction_;   // N s
    std::vector<Vec3> right_;      // N s, the residual b - A v with friction, in the free directions
    std::vector<Vec3> direction_;  // m/s
};

extern template class LinearStage<double>;
extern template class LinearStage<Mat3>;

}  // namespace tulle
