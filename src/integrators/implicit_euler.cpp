#include "integrators/implicit_euler.hpp"

#include "core/stage_clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace tulle {
namespace {

template <class Value>
constexpr bool is_imex = std::is_same_v<Value, double>;

constexpr int quasi_newton_pairs = 8;

// Where A's diagonal exceeds the masses by more than this, q is above 0.995 and Newton directions win over updates
// of the constant matrix, in hanging and in draping cloth (measured in docs/theory/implicit-euler.md).
constexpr double newton_above = 200;

// How far a linear solve goes below the present residual. Newton's direction is worth more digits than a
// quasi-Newton one.
constexpr double newton_forcing = 0.02;
constexpr double quasi_newton_forcing = 0.05;

double diagonal_size(double a) { return a; }
double diagonal_size(const Mat3& a) { return a.trace() / 3.0; }
void add_mass(double& a, double m) { a += m; }
void add_mass(Mat3& a, double m) { a.diagonal().array() += m; }

}  // namespace

template <class Value>
ImplicitEuler<Value>::ImplicitEuler(const IntegratorSettings& settings, const SolverSettings& solver,
                                    const ForceField& forces, StageTimes& times)
    : settings_(settings),
      solver_(solver),
      approach_(Approach::line_search),
      accelerated_(is_imex<Value> &&
                   (settings.update == UpdateKind::accelerated || settings.update == UpdateKind::automatic)),
      times_(times),
      A_(forces.pattern()),
      preconditioner_(make_preconditioner<Value>(solver, forces.pattern())),
      cg_(A_.rows()),
      bodies_(*forces.pattern()),
      memory_(accelerated_ ? quasi_newton_pairs : 0)
{
    if (is_imex<Value> && settings.update == UpdateKind::bare) approach_ = Approach::bare;
    if (is_imex<Value> && settings.update == UpdateKind::none) approach_ = Approach::once;
    if (!is_imex<Value> && settings.newton == NewtonKind::once) approach_ = Approach::once;
    if (is_imex<Value> && approach_ == Approach::once) stiffness_ = std::make_unique<Csr<Value>>(forces.pattern());
    for (auto* vector : {&v_, &x_, &force_, &reaction_, &residual_, &right_, &direction_, &before_})
        vector->assign(A_.rows(), Vec3::Zero());
}

template <class Value>
std::string_view ImplicitEuler<Value>::name() const
{
    return is_imex<Value> ? "imex-euler" : "backward-euler";
}

template <class Value>
std::string ImplicitEuler<Value>::description() const
{
    const std::string method(name());
    if (approach_ == Approach::once) return method + ", one linear solve";
    if (approach_ == Approach::bare) return method + ", bare updates";
    return method + (accelerated_ && !newton_ ? ", accelerated updates" : ", Newton directions");
}

template <class Value>
StepReport ImplicitEuler<Value>::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                      ParticleState& state)
{
    StepReport report;
    Context c{h, forces, constraints, state, report, 0, 0};
    if constexpr (is_imex<Value>) {
        refill_constant(c);
        if (newton_) return newton_->step(h, end_time, forces, constraints, state);
    }
    // The predictor of EEH00 eq. 22 starts the solver and tells which particles are about to touch.
    parallel_for(state.size(), [&](std::size_t i) { v_[i] = 2.0 * state.velocity[i] - state.previous_velocity[i]; });
    {
        const StageTimer timer(times_.contact);
        constraints.begin_step(h, end_time, state.position);
        constraints.predict_contacts(v_, state.mass);
    }
    measure_scale(c);
    if (approach_ == Approach::once) prepare_once(c);

    ContactRevision revision = ContactRevision::changed;
    for (int pass = 0; revision == ContactRevision::changed; ++pass) {
        constraints.prescribe(v_);
        if (approach_ == Approach::once) {
            solve_once(c);
        } else {
            solve_rounds(c);
        }
        const StageTimer timer(times_.contact);
        revision = constraints.revise_contacts(v_, reaction_, state.mass, pass);
        report.contact_passes = pass + 1;
    }
    if (revision == ContactRevision::given_up) report.status = StepStatus::not_converged;
    constraints.prescribe(v_);
    bodies_.balance(constraints.filter(), state.mass, reaction_, v_);
    report.contacts = constraints.contact_count();

    parallel_for(state.size(), [&](std::size_t i) {
        state.previous_velocity[i] = state.velocity[i];
        state.velocity[i] = v_[i];
        state.position[i] += h * v_[i];
    });
    constraints.contacts().finish(reaction_, state.velocity);
    return report;
}

/// What the residual is measured against: the momenta, and the impulses of the forces at the start of the step.
template <class Value>
void ImplicitEuler<Value>::measure_scale(Context& c)
{
    const StageTimer timer(times_.force);
    c.forces.force(c.state.position, c.state.velocity, force_);
    parallel_for(right_.size(), [&](std::size_t i) { right_[i] = c.state.mass[i] * c.state.velocity[i]; });
    c.scale = norm(right_) + c.h * norm(force_);
}

/// Spring forces are differences of positions times stiffnesses of the order of A / h^2.
template <class Value>
void ImplicitEuler<Value>::measure_rounding(Context& c)
{
    parallel_for(right_.size(),
                 [&](std::size_t i) { right_[i] = (diagonal_size(A_.diagonal(i)) / c.h) * c.state.position[i]; });
    c.rounding_floor = 8 * std::numeric_limits<double>::epsilon() * norm(right_);
}

template <class Value>
void ImplicitEuler<Value>::refill(const Context& c, std::span<const Vec3> x, std::span<const Vec3> v)
{
    const StageTimer timer(times_.assembly);
    A_.set_zero();
    if constexpr (is_imex<Value>) {
        c.forces.add_stiff_linear(c.h * c.h, c.h, A_);
    } else {
        c.forces.add_jacobian(x, v, settings_.jacobian, -c.h * c.h, -c.h, A_);
    }
    if constexpr (!is_imex<Value>) c.constraints.add_friction_drag(v, A_);
    parallel_for(A_.rows(), [&](std::size_t i) { add_mass(A_.diagonal(i), c.state.mass[i]); });
    preconditioner_->refresh(A_, c.constraints.filter().fixed);
}

template <class Value>
void ImplicitEuler<Value>::refill_constant(const Context& c)
{
    if (filled_for_h_ == c.h) return;
    refill(c, {}, {});
    if constexpr (is_imex<Value>) {
        if (stiffness_) {
            stiffness_->set_zero();
            c.forces.add_stiff_linear(c.h * c.h, 0, *stiffness_);
        }
    }
    filled_for_h_ = c.h;
    if (settings_.update != UpdateKind::automatic) return;
    double stiffest = 0;  // (A_ii - m_i) / m_i
    for (std::size_t i = 0; i < A_.rows(); ++i)
        stiffest = std::max(stiffest, diagonal_size(A_.diagonal(i)) / c.state.mass[i] - 1.0);
    if (stiffest > newton_above) newton_ = std::make_unique<ImplicitEuler<Mat3>>(settings_, solver_, c.forces, times_);
}

/// The right-hand side of the linear step, h f(x, v) - h^2 K v, into before_, and the matrix.
template <class Value>
void ImplicitEuler<Value>::prepare_once(const Context& c)
{
    const std::vector<Vec3>& x = c.state.position;
    const std::vector<Vec3>& v = c.state.velocity;
    if constexpr (is_imex<Value>) {
        stiffness_->multiply(v, before_);
    } else {
        const StageTimer timer(times_.assembly);
        A_.set_zero();
        c.forces.add_jacobian(x, v, settings_.jacobian, -c.h * c.h, 0, A_);
        A_.multiply(v, before_);
    }
    parallel_for(before_.size(), [&](std::size_t i) { before_[i] = c.h * force_[i] - before_[i]; });
    if constexpr (!is_imex<Value>) refill(c, x, v);
}

template <class Value>
void ImplicitEuler<Value>::solve_once(Context& c)
{
    // reaction = A (v_ - v) - before: what is left of the linear system, constrained directions included.
    const auto remainder = [&] {
        parallel_for(v_.size(), [&](std::size_t i) { direction_[i] = v_[i] - c.state.velocity[i]; });
        A_.multiply(direction_, reaction_);
        parallel_for(v_.size(), [&](std::size_t i) { reaction_[i] -= before_[i]; });
    };
    remainder();
    std::copy(reaction_.begin(), reaction_.end(), residual_.begin());
    c.constraints.subtract_friction(c.state.velocity, residual_);  // linearised where A is
    parallel_for(v_.size(), [&](std::size_t i) { right_[i] = -residual_[i]; });
    // b = A v_ - residual, the right-hand side as EEH00 writes it
    solve_linear(c, solver_.tolerance * right_hand_side_norm());
    parallel_for(v_.size(), [&](std::size_t i) { v_[i] += direction_[i]; });
    remainder();
    c.report.rounds = 1;
}

/// Norm of b = A v_ - residual_.
template <class Value>
double ImplicitEuler<Value>::right_hand_side_norm()
{
    A_.multiply(v_, direction_);
    parallel_for(v_.size(), [&](std::size_t i) { direction_[i] -= residual_[i]; });
    return norm(direction_);
}

/// Solves A direction_ = right_ in the free directions.
template <class Value>
void ImplicitEuler<Value>::solve_linear(Context& c, double tolerance)
{
    const StageTimer timer(times_.solve);
    const CgResult result =
        cg_.solve(A_, *preconditioner_, c.constraints.filter(), right_, direction_, tolerance, solver_.max_iterations);
    c.report.linear_iterations += result.iterations;
    if (approach_ == Approach::once) {
        c.report.residual = result.residual / std::max(c.scale, std::numeric_limits<double>::min());
        c.report.status = result.converged ? StepStatus::ok : StepStatus::not_converged;
    }
}

/// The non-linear residual at v_.
template <class Value>
void ImplicitEuler<Value>::evaluate(const Context& c)
{
    const StageTimer timer(times_.force);
    parallel_for(v_.size(), [&](std::size_t i) { x_[i] = c.state.position[i] + c.h * v_[i]; });
    c.forces.force(x_, v_, force_);
    parallel_for(v_.size(), [&](std::size_t i) {
        reaction_[i] = c.state.mass[i] * (v_[i] - c.state.velocity[i]) - c.h * force_[i];
        residual_[i] = reaction_[i];
    });
    c.constraints.subtract_friction(v_, residual_);
    c.constraints.filter().apply(residual_);
}

template <class Value>
void ImplicitEuler<Value>::solve_rounds(Context& c)
{
    memory_.clear();
    evaluate(c);
    c.report.status = StepStatus::not_converged;
    for (int round = 0;; ++round) {
        const double size = norm(residual_);
        const double scale = approach_ == Approach::bare ? right_hand_side_norm() : c.scale;
        const double target = std::max(settings_.tolerance * scale, c.rounding_floor);
        c.report.residual = size / std::max(scale, std::numeric_limits<double>::min());
        // Rounding may leave more than was asked for: that ends the rounds too, but is not what was asked for.
        if (size <= settings_.tolerance * scale) c.report.status = StepStatus::ok;
        if (size <= target || !std::isfinite(size) || round == settings_.max_rounds) return;
        ++c.report.rounds;

        if constexpr (!is_imex<Value>) refill(c, x_, v_);
        if (round == 0) measure_rounding(c);
        parallel_for(right_.size(), [&](std::size_t i) {
            right_[i] = -residual_[i];
            before_[i] = residual_[i];
        });
        if (approach_ == Approach::bare) {
            solve_linear(c, std::min(solver_.tolerance, settings_.tolerance) * scale);
            parallel_for(v_.size(), [&](std::size_t i) { v_[i] += direction_[i]; });
            evaluate(c);
            continue;
        }
        if (accelerated_) memory_.before(right_);
        solve_linear(c, std::max(0.1 * target, (is_imex<Value> ? quasi_newton_forcing : newton_forcing) * size));
        if (accelerated_) memory_.after(direction_);
        if (!search_along(c)) {
            // Rounding has eaten the descent, or the memory misleads: without it there is one more try.
            if (memory_.empty()) return;
            memory_.clear();
        }
    }
}

/// Moves v_ along direction_ so far that the residual along it has about vanished, and evaluates there. The residual is
/// the gradient of the step's potential, so its product with the direction tells under- from overshooting without the
/// cancellation that comparing energies suffers near the solution.
template <class Value>
bool ImplicitEuler<Value>::search_along(const Context& c)
{
    const double slope = dot_(before_, direction_);
    if (!(slope < 0)) return false;
    double taken = 0;
    double step = 1;
    double left = 0;  // of the slope, relative: -1 at the start, positive beyond the minimum
    constexpr int attempts = 12;
    constexpr int longer_attempts = 2;  // a clamped Jacobian is too stiff where springs buckle: longer steps pay
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const double change = step - taken;
        parallel_for(v_.size(), [&](std::size_t i) { v_[i] += change * direction_[i]; });
        taken = step;
        evaluate(c);
        left = dot_(residual_, direction_) / std::abs(slope);
        const double secant = std::isfinite(left) ? 1 / (1 + left) : 0.1;  // to the root, from zero and here
        if (left < -0.5 && attempt < longer_attempts) {
            step *= left > -1 ? std::clamp(secant, 1.5, 4.0) : 4.0;
        } else if (left <= 0.5) {
            break;
        } else {
            step *= std::clamp(secant, 0.1, 0.7);
        }
    }
    if (!(left <= 0.9)) return false;
    if (accelerated_) {
        parallel_for(v_.size(), [&](std::size_t i) {
            right_[i] = residual_[i] - before_[i];
            direction_[i] *= taken;
        });
        memory_.learn(direction_, right_);
    }
    return true;
}

template <class Value>
double ImplicitEuler<Value>::norm(std::span<const Vec3> a)
{
    return std::sqrt(dot_(a, a));
}

template class ImplicitEuler<double>;
template class ImplicitEuler<Mat3>;

}  // namespace tulle
