#pragma once
// The matrix of an implicit stage and its preconditioner. The full matrix consists of a static part and the couplings
// of present contacts.
//     Csr<Mat3>    A = M - eta df/dv - eta^2 df/dx
//     Csr<double>  IMEX (EEH00 section 5): A = M + eta D + eta^2 K, constant while moduli and eta are

#include "contact/active_set/motion_constraints.hpp"
#include "forces/force_field.hpp"
#include "linear/constrained_matrix.hpp"
#include "linear/contact_hessian.hpp"
#include "linear/preconditioner.hpp"
#include "linear/prescribed_couplings.hpp"

#include <tulle/report.hpp>

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tulle {

template <class Value>
class StageMatrix {
public:
    /// `multiplies` says whether fill_and_multiply will be called.
    StageMatrix(const SolverSettings& solver, JacobianTreatment treatment, FactorPrecision precision, bool multiplies,
                const ForceField& forces, StageTimes& times);

    /// Fills the matrix at (x, v). The IMEX matrix depends on neither x nor v, and is filled only if eta is new.
    void fill(double eta, ForceField& forces, const MotionConstraints& constraints, std::span<const double> mass,
              std::span<const Vec3> x, std::span<const Vec3> v);
    /// Fills the matrix as `fill` does, and computes change = -eta^2 df/dx d [N s], or eta^2 K d for IMEX, for a given
    /// d [m/s].
    void fill_and_multiply(double eta, ForceField& forces, const MotionConstraints& constraints,
                           std::span<const double> mass, std::span<const Vec3> x, std::span<const Vec3> v,
                           std::span<const Vec3> d, std::span<Vec3> change);

    [[nodiscard]] std::size_t rows() const { return A_.rows(); }
    /// Returns the static part: without the couplings of present contacts, but with their diagonal blocks.
    [[nodiscard]] const Csr<Value>& static_part() const { return A_; }
    [[nodiscard]] SystemMatrix<Value> full() const { return {A_, &contact_}; }
    /// Computes y = A x with the full matrix A. The argument x includes the motion of the particles without rows, which
    /// come last.
    void multiply_all(std::span<const Vec3> x, std::span<Vec3> y) const;
    [[nodiscard]] Preconditioner<Value>& preconditioner() { return *preconditioner_; }
    [[nodiscard]] ConstrainedMatrix& constrained() { return constrained_; }
    [[nodiscard]] bool is_filled_for(double eta) const { return filled_for_eta_ == eta; }
    /// Returns the number of refills since the last call.
    [[nodiscard]] int take_refills() { return std::exchange(refills_, 0); }

    /// IMEX only. Says that K has changed since the matrix was filled.
    void forget() { filled_for_eta_ = 0; }
    /// IMEX only. Returns the largest (A_ii - m_i)/m_i for this eta. The matrix must be filled again afterwards.
    [[nodiscard]] double stiffness_ratio(double eta, ForceField& forces, std::span<const double> mass);

private:
    void complete(double eta, const MotionConstraints& constraints, std::span<const double> mass,
                  std::span<const Vec3> v);

    JacobianTreatment treatment_;
    StageTimes& times_;
    Csr<Value> A_;
    double filled_for_eta_ = 0;              // s
    int refills_ = 0;                        // since the last report
    std::unique_ptr<Csr<Value>> stiffness_;  // eta^2 K alone, if plain IMEX steps need it
    ConstrainedMatrix constrained_;          // for the preconditioner; IMEX keeps its factor when contacts change
    std::unique_ptr<Preconditioner<Value>> preconditioner_;
    ContactHessian contact_;
    PrescribedCouplings prescribed_;
};

/// Returns the size of a diagonal entry: the number itself, or the mean of a block's diagonal.
[[nodiscard]] inline double diagonal_size(double a) { return a; }
[[nodiscard]] inline double diagonal_size(const Mat3& a) { return a.trace() / 3.0; }

extern template class StageMatrix<double>;
extern template class StageMatrix<Mat3>;

}  // namespace tulle
