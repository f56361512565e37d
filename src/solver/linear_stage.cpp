#include "solver/linear_stage.hpp"

#include "core/stage_clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace tulle {

template <class Value>
LinearStage<Value>::LinearStage(const SolverSettings& solver, std::size_t rows, StageTimes& times)
    : solver_(solver), times_(times), cg_(rows), reaction_(rows), right_(rows), direction_(rows)
{}

template <class Value>
void LinearStage<Value>::solve(const Csr<Value>& A, Preconditioner<Value>& preconditioner, std::span<const Vec3> b,
                               std::span<const Vec3> v_friction, std::span<const double> mass,
                               MotionConstraints& constraints, std::span<Vec3> v, const Predictor& predictor,
                               StepReport& report, ConstrainedMatrix* held)
{
    // A new direct factor costs about as much as this many iterations. Other preconditioners cost a few iterations.
    const int refresh_worth = solver_.method == SolverMethod::direct ? 100 : 0;
    auto made_at = report.linear_iterations;
    bool converged = false;
    Tolerance tolerance;
    ActiveSetUpdate update = ActiveSetUpdate::changed;
    for (int pass = 0; update == ActiveSetUpdate::changed; ++pass) {
        if constexpr (std::is_same_v<Value, Mat3>) {
            if (pass > 0 && held != nullptr && report.linear_iterations - made_at > refresh_worth) {
                const StageTimer timer(times_.assembly);
                preconditioner.refresh(A, constraints.filter().fixed, held->of(A, constraints.filter()));
                made_at = report.linear_iterations;
            }
        }
        constraints.prescribe(v);
        find_residual(A, b, v_friction, constraints, v);
        // Later passes keep the tolerance of the first pass: their first residual shows only which contacts have
        // changed.
        if (pass == 0) tolerance = tolerance_of(b, improve_guess(A, constraints, predictor.extrapolated, v));
        // No later step corrects the error of the first step, and no extrapolation shows how small this error must be.
        const bool is_start = pass == 0 && !predictor.has_past && constraints.contact_count() == 0;
        const double stop = is_start ? std::min(tolerance.rounding, tolerance.asked) : tolerance.asked;
        const CgResult result = correct(A, preconditioner, b, constraints, stop, v);
        converged = result.residual <= tolerance.asked;
        report.linear_iterations += result.iterations;
        report.residual = result.residual / std::max(tolerance.scale, std::numeric_limits<double>::min());
        const StageTimer timer(times_.contact);
        update = constraints.update_active_set(v, reaction_, mass, pass);
        report.contact_passes = pass + 1;
    }
    if (!converged || update == ActiveSetUpdate::given_up) report.status = StepStatus::not_converged;
    constraints.prescribe(v);
    const StageTimer timer(times_.contact);
    constraints.hold_back(v);
    report.contacts = constraints.contact_count();
    report.nonlinear_iterations += 1;
}

template <class Value>
typename LinearStage<Value>::Tolerance LinearStage<Value>::tolerance_of(std::span<const Vec3> b,
                                                                        const Residuals& residual)
{
    Tolerance tolerance;
    tolerance.scale = std::sqrt(dot_(b, b));
    tolerance.rounding = 4 * std::numeric_limits<double>::epsilon() * tolerance.scale;
    // With the usual tolerance of 1e-4 this is a tenth of the residual of the extrapolation. It takes one iteration if
    // steps resolve the springs. The fourth root decreases slowly with the tolerance, because solving far below the
    // error of the step gains nothing.
    const double of_step = std::pow(solver_.tolerance, 0.25) * residual.extrapolated;
    // Guesses without any correction would be a multistep formula of their own, which is unstable.
    const double corrected = 0.5 * residual.guess;
    tolerance.asked =
        std::min(solver_.tolerance * tolerance.scale, std::max(std::min(of_step, corrected), tolerance.rounding));
    return tolerance;
}

/// Computes reaction_ = A v - b, constrained directions included.
template <class Value>
void LinearStage<Value>::multiply_and_subtract(const Csr<Value>& A, std::span<const Vec3> v, std::span<const Vec3> b)
{
    A.multiply(v, reaction_);
    parallel_for(v.size(), [&](std::size_t i) { reaction_[i] -= b[i]; });
}

template <class Value>
void LinearStage<Value>::find_residual(const Csr<Value>& A, std::span<const Vec3> b, std::span<const Vec3> v_friction,
                                       const MotionConstraints& constraints, std::span<const Vec3> v)
{
    const StageTimer timer(times_.solve);
    multiply_and_subtract(A, v, b);
    std::copy(reaction_.begin(), reaction_.end(), right_.begin());
    constraints.subtract_friction(v_friction, right_);
    parallel_for(v.size(), [&](std::size_t i) { right_[i] = -right_[i]; });
    constraints.filter().apply(right_);
}

/// Moves v to v + theta d with the smallest residual |r - theta A d|, where v + d are the extrapolated velocities. The
/// result is no worse than either guess. Extrapolation is better in short steps and amplifies noise in long steps.
template <class Value>
typename LinearStage<Value>::Residuals LinearStage<Value>::improve_guess(const Csr<Value>& A,
                                                                         const MotionConstraints& constraints,
                                                                         std::span<Vec3> extrapolated,
                                                                         std::span<Vec3> v)
{
    const StageTimer timer(times_.solve);
    if (extrapolated.empty()) {
        const double guess = std::sqrt(dot_(right_, right_));
        return {guess, guess};
    }
    parallel_for(v.size(), [&](std::size_t i) { extrapolated[i] -= v[i]; });
    constraints.filter().apply(extrapolated);
    A.multiply(extrapolated, direction_);
    constraints.filter().apply(direction_);
    const Vec2 products = products_.sum(v.size(), Vec2::Zero(), [&](std::size_t begin, std::size_t end) {
        Vec2 sum = Vec2::Zero();
        for (std::size_t i = begin; i < end; ++i)
            sum += Vec2(right_[i].dot(direction_[i]), direction_[i].squaredNorm());
        return sum;
    });
    const double theta = products[1] > 0 ? products[0] / products[1] : 0;
    const double squared = sum_.sum(v.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) {
            v[i] += theta * extrapolated[i];
            right_[i] -= theta * direction_[i];
            sum += right_[i].squaredNorm();
        }
        return sum;
    });
    // The remaining residual is orthogonal to A d. The extrapolated velocities are at theta = 1.
    return {std::sqrt(squared), std::sqrt(squared + (1 - theta) * (1 - theta) * products[1])};
}

/// Corrects v by conjugate gradients with the present contacts. The residual of v is in right_.
template <class Value>
CgResult LinearStage<Value>::correct(const Csr<Value>& A, Preconditioner<Value>& preconditioner,
                                     std::span<const Vec3> b, const MotionConstraints& constraints, double tolerance,
                                     std::span<Vec3> v)
{
    const StageTimer timer(times_.solve);
    const CgResult result =
        cg_.solve(A, preconditioner, constraints.filter(), right_, direction_, tolerance, solver_.max_iterations);
    parallel_for(v.size(), [&](std::size_t i) { v[i] += direction_[i]; });
    multiply_and_subtract(A, v, b);
    return result;
}

template class LinearStage<double>;
template class LinearStage<Mat3>;

}  // namespace tulle
