#include "integrators/linear_stage.hpp"

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
                               MotionConstraints& constraints, std::span<Vec3> v, StepReport& report,
                               ConstrainedMatrix* held)
{
    // A new factor costs about as much as this many iterations; incomplete ones cost a few.
    const int refresh_worth = solver_.method == SolverMethod::direct ? 100 : 0;
    auto made_at = report.linear_iterations;
    bool converged = false;
    ContactRevision revision = ContactRevision::changed;
    for (int pass = 0; revision == ContactRevision::changed; ++pass) {
        if constexpr (std::is_same_v<Value, Mat3>) {
            if (pass > 0 && held != nullptr && report.linear_iterations - made_at > refresh_worth) {
                const StageTimer timer(times_.assembly);
                preconditioner.refresh(A, constraints.filter().fixed, held->of(A, constraints.filter()));
                made_at = report.linear_iterations;
            }
        }
        constraints.prescribe(v);
        converged = solve_with_contacts(A, preconditioner, b, v_friction, constraints, v, report);
        const StageTimer timer(times_.contact);
        revision = constraints.revise_contacts(v, reaction_, mass, pass);
        report.contact_passes = pass + 1;
    }
    if (!converged || revision == ContactRevision::given_up) report.status = StepStatus::not_converged;
    constraints.prescribe(v);
    const StageTimer timer(times_.contact);
    constraints.hold_back(v);
    report.contacts = constraints.contact_count();
    report.rounds += 1;
}

template <class Value>
bool LinearStage<Value>::solve_with_contacts(const Csr<Value>& A, Preconditioner<Value>& preconditioner,
                                             std::span<const Vec3> b, std::span<const Vec3> v_friction,
                                             const MotionConstraints& constraints, std::span<Vec3> v,
                                             StepReport& report)
{
    const StageTimer timer(times_.solve);
    // reaction = A v - b: what is left of the system, constrained directions included.
    const auto remainder = [&] {
        A.multiply(v, reaction_);
        parallel_for(v.size(), [&](std::size_t i) { reaction_[i] -= b[i]; });
    };
    remainder();
    std::copy(reaction_.begin(), reaction_.end(), right_.begin());
    constraints.subtract_friction(v_friction, right_);
    parallel_for(v.size(), [&](std::size_t i) { right_[i] = -right_[i]; });
    const double scale = std::sqrt(dot_(b, b));
    const CgResult result = cg_.solve(A, preconditioner, constraints.filter(), right_, direction_,
                                      solver_.tolerance * scale, solver_.max_iterations);
    report.linear_iterations += result.iterations;
    report.residual = result.residual / std::max(scale, std::numeric_limits<double>::min());
    parallel_for(v.size(), [&](std::size_t i) { v[i] += direction_[i]; });
    remainder();
    return result.converged;
}

template class LinearStage<double>;
template class LinearStage<Mat3>;

}  // namespace tulle
