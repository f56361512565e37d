#include "solver/stage_matrix.hpp"

#include "core/stage_clock.hpp"

#include <algorithm>
#include <type_traits>

namespace tulle {
namespace {

template <class Value>
constexpr bool is_of_numbers = std::is_same_v<Value, double>;

void add_mass(double& a, double m) { a += m; }
void add_mass(Mat3& a, double m) { a.diagonal().array() += m; }

}  // namespace

template <class Value>
StageMatrix<Value>::StageMatrix(const SolverSettings& solver, JacobianTreatment treatment, FactorPrecision precision,
                                bool multiplies, const ForceField& forces, StageTimes& times)
    : treatment_(treatment),
      times_(times),
      A_(forces.pattern()),
      preconditioner_(make_preconditioner<Value>(solver, forces.pattern(), precision))
{
    if (is_of_numbers<Value> && multiplies) stiffness_ = std::make_unique<Csr<Value>>(forces.pattern());
}

template <class Value>
void StageMatrix<Value>::fill(double eta, ForceField& forces, const MotionConstraints& constraints,
                              std::span<const double> mass, std::span<const Vec3> x, std::span<const Vec3> v)
{
    if (is_of_numbers<Value> && is_filled_for(eta)) return;
    const StageTimer timer(times_.assembly);
    if constexpr (is_of_numbers<Value>) {
        A_.set_zero();
        forces.add_stiff_linear(eta * eta, eta, A_);
        if (stiffness_) {
            stiffness_->set_zero();
            forces.add_stiff_linear(eta * eta, 0, *stiffness_);
        }
    } else {
        forces.set_jacobian(x, v, treatment_, -eta * eta, -eta, A_);
        std::vector<StencilBlock>& blocks = contact_.restart();
        forces.add_contact_hessian(x, v, -eta * eta, -eta, blocks);
        prescribed_.take_from(blocks, A_);
        contact_.finish(A_.rows());
        contact_.add_diagonal(A_);
    }
    complete(eta, constraints, mass, v);
}

template <class Value>
void StageMatrix<Value>::fill_and_multiply(double eta, ForceField& forces, const MotionConstraints& constraints,
                                           std::span<const double> mass, std::span<const Vec3> x,
                                           std::span<const Vec3> v, std::span<const Vec3> d, std::span<Vec3> change)
{
    if constexpr (is_of_numbers<Value>) {
        fill(eta, forces, constraints, mass, x, v);
        stiffness_->multiply(d, change);
    } else {
        const StageTimer timer(times_.assembly);
        forces.set_jacobian(x, v, treatment_, -eta * eta, 0, A_);
        A_.multiply(d, change);
        forces.add_jacobian(x, v, treatment_, 0, -eta, A_);
        complete(eta, constraints, mass, v);
    }
}

/// Adds friction and mass to the matrix of the forces, and makes the preconditioner.
template <class Value>
void StageMatrix<Value>::complete(double eta, const MotionConstraints& constraints, std::span<const double> mass,
                                  [[maybe_unused]] std::span<const Vec3> v)
{
    if constexpr (!is_of_numbers<Value>) constraints.add_friction_drag(v, A_);
    parallel_for(A_.rows(), [&](std::size_t i) { add_mass(A_.diagonal(i), mass[i]); });
    const DirectionFilter& filter = constraints.filter();
    if constexpr (is_of_numbers<Value>) {
        preconditioner_->refresh(A_, filter.fixed);
    } else {
        preconditioner_->refresh(A_, filter.fixed, constrained_.of(A_, filter));
    }
    filled_for_eta_ = eta;
    ++refills_;
}

template <class Value>
void StageMatrix<Value>::multiply_all(std::span<const Vec3> x, std::span<Vec3> y) const
{
    const std::span<Vec3> of_rows = y.first(rows());
    full().multiply(x.first(rows()), of_rows);
    prescribed_.add(x, of_rows);
    std::ranges::fill(y.subspan(rows()), Vec3::Zero());
}

template <class Value>
double StageMatrix<Value>::stiffness_ratio(double eta, ForceField& forces, std::span<const double> mass)
{
    // Fills the matrix without factoring it.
    forget();
    A_.set_zero();
    if constexpr (is_of_numbers<Value>) forces.add_stiff_linear(eta * eta, eta, A_);
    double stiffest = 0;
    for (std::size_t i = 0; i < A_.rows(); ++i) stiffest = std::max(stiffest, diagonal_size(A_.diagonal(i)) / mass[i]);
    return stiffest;
}

template class StageMatrix<double>;
template class StageMatrix<Mat3>;

}  // namespace tulle
