#pragma once
// The matrix of an implicit stage and its preconditioner: filled where it is needed, with what touches for now.
//   Csr<Mat3>    A = M - eta df/dv - eta^2 df/dx
//   Csr<double>  IMEX (EEH00 section 5): A = M + eta D + eta^2 K, constant while moduli and eta are

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
    /// `multiplies`: fill_and_multiply will be called.
    StageMatrix(const SolverSettings& solver, JacobianTreatment treatment, FactorPrecision precision, bool multiplies,
                const ForceField& forces, StageTimes& times);

    /// At (x, v); for IMEX, where it depends on neither, only when eta is new.
    void fill(double eta, ForceField& forces, const MotionConstraints& constraints, std::span<const double> mass,
              std::span<const Vec3> x, std::span<const Vec3> v);
    /// The same, and change = -eta^2 df/dx d [N s], or eta^2 K d, for some d [m/s].
    void fill_and_multiply(double eta, ForceField& forces, const MotionConstraints& constraints,
                           std::span<const double> mass, std::span<const Vec3> x, std::span<const Vec3> v,
                           std::span<const Vec3> d, std::span<Vec3> change);

    [[nodiscard]] std::size_t rows() const { return A_.rows(); }
    /// Without couplings of what touches for now, but with their diagonal blocks.
    [[nodiscard]] const Csr<Value>& static_part() const { return A_; }
    [[nodiscard]] SystemMatrix<Value> whole() const { return {A_, &contact_}; }
    /// y = the whole of it times x, where those without rows, which come last, move as well.
    void multiply_all(std::span<const Vec3> x, std::span<Vec3> y) const;
    [[nodiscard]] Preconditioner<Value>& preconditioner() { return *preconditioner_; }
    [[nodiscard]] ConstrainedMatrix& constrained() { return constrained_; }
    [[nodiscard]] bool is_filled_for(double eta) const { return filled_for_eta_ == eta; }
    /// Since the last call.
    [[nodiscard]] int take_refills() { return std::exchange(refills_, 0); }

    /// IMEX only. K is another than when it was filled.
    void forget() { filled_for_eta_ = 0; }
    /// IMEX only. The largest (A_ii - m_i)/m_i for this eta. The matrix has to be filled again.
    [[nodiscard]] double stiffness_ratio(double eta, ForceField& forces, std::span<const double> mass);

private:
    void complete(double eta, const MotionConstraints& constraints, std::span<const double> mass,
                  std::span<const Vec3> v);

    JacobianTreatment treatment_;
    StageTimes& times_;
    Csr<Value> A_;
    double filled_for_eta_ = 0;              // s
    int refills_ = 0;                        // since the last report
    std::unique_ptr<Csr<Value>> stiffness_;  // eta^2 K alone, where plain IMEX steps need it beside A
    ConstrainedMatrix constrained_;          // for the preconditioner; not for IMEX, whose factor outlives contacts
    std::unique_ptr<Preconditioner<Value>> preconditioner_;
    ContactHessian contact_;
    PrescribedCouplings prescribed_;
};

/// Of a block, the mean.
[[nodiscard]] inline double diagonal_size(double a) { return a; }
[[nodiscard]] inline double diagonal_size(const Mat3& a) { return a.trace() / 3.0; }

extern template class StageMatrix<double>;
extern template class StageMatrix<Mat3>;

}  // namespace tulle
