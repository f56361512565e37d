#include "solver/implicit_stage.hpp"

#include "core/stage_clock.hpp"
#include "solver/stopping_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace tulle {
namespace {

template <class Value>
constexpr bool is_imex = std::is_same_v<Value, double>;

constexpr int quasi_newton_pairs = 8;

bool learns(StageApproach approach)
{
    return approach == StageApproach::accelerated || approach == StageApproach::limited;
}

int pairs_of(StageApproach approach, const IntegratorSettings& settings)
{
    if (!learns(approach)) return 0;
    return approach == StageApproach::limited ? std::clamp(settings.updates - 1, 1, quasi_newton_pairs)
                                              : quasi_newton_pairs;
}

// A lagged Jacobian stays in use while each iteration with it reduces the residual to less than this part.
constexpr double serving_fall = 0.1;
// Iterations with a lagged Jacobian converge linearly, and would stop just below the tolerance. A Newton iteration with
// a new matrix ends well below it. With this part of the tolerance for lagged ones, both are about equally accurate.
constexpr double lagged_share = 0.1;

}  // namespace

template <class Value>
ImplicitStageSolver<Value>::ImplicitStageSolver(StageApproach approach, const IntegratorSettings& settings,
                                                const SolverSettings& solver, const ForceField& forces,
                                                StageTimes& times, LaggedJacobian* lagged)
    : approach_(approach),
      settings_(settings),
      solver_(solver),
      times_(times),
      // There is no lagged Jacobian in three cases: steps that may be undone would leave their matrix behind; forces
      // with a history that has gone on cannot be evaluated at an earlier state; the matrix of barriers changes in
      // every iteration.
      lagged_(settings.adaptive || forces.has_history() || forces.has_barrier() ? nullptr : lagged),
      // Quasi-Newton updates need no exact solutions.
      matrix_(solver, settings.jacobian, learns(approach) ? FactorPrecision::single : FactorPrecision::full,
              approach == StageApproach::once, forces, times),
      cg_(matrix_.rows()),
      bodies_(*forces.pattern()),
      contact_(forces.particle_count(), forces.has_barrier(), times),
      memory_(pairs_of(approach, settings))
{
    if (approach_ == StageApproach::once) linear_ = std::make_unique<LinearStage<Value>>(solver, matrix_.rows(), times);
    for (auto* vector : {&v_, &x_, &force_, &reaction_, &residual_, &right_, &direction_, &before_})
        vector->assign(forces.particle_count(), Vec3::Zero());
}

template <class Value>
void ImplicitStageSolver<Value>::solve(const ImplicitStage& stage, ForceField& forces, MotionConstraints& constraints,
                                       const ParticleState& state, StepReport& report)
{
    Context c{{stage, forces, constraints, state}, report};
    if (is_imex<Value>) prepare(stage.eta, forces, constraints, state);
    if (lagged_ != nullptr && lagged_->is_lost()) {
        // These are copies, because filling overwrites the state that it reads from.
        x_.assign(lagged_->x().begin(), lagged_->x().end());
        right_.assign(lagged_->v().begin(), lagged_->v().end());
        const double now = forces.time();
        forces.set_time(lagged_->time());
        refill(lagged_->eta(), forces, constraints, state, x_, right_);
        forces.set_time(now);
    }
    contact_.begin_step(c, v_);
    energy_limit_.begin_step(velocity_tolerance(settings_, stage.h));
    asked_ = 0;
    // The scale is measured here, because friction is that of this step only from now on.
    if (approach_ != StageApproach::limited) measure_scale(c);
    contact_.predict(c, v_);
    bool is_shortened = false;
    if (approach_ == StageApproach::once) {
        prepare_once(c);
        linear_->solve(matrix_.static_part(), matrix_.preconditioner(), before_, state.velocity, state.mass,
                       constraints, v_, {.has_past = state.previous_step > 0}, report, &matrix_.constrained());
        std::copy(linear_->reaction().begin(), linear_->reaction().end(), reaction_.begin());
    } else {
        solve_passes(c);
        contact_.meet_constraints(c, v_);
        report.contacts = constraints.contact_count();
        if (report.status != StepStatus::ok || !constraints.held_back().empty()) {
            const StageTimer timer(times_.contact);
            is_shortened = energy_limit_.shorten(c, v_, x_);
        }
    }
    // With barriers of obstacles no body counts as free.
    if (!constraints.contacts().are_left_to_barriers())
        bodies_.restore_momentum(constraints.filter(), state.mass, reaction_, v_);
    contact_.require_prescribed_motion(c, v_, is_shortened, report);
    report.speed_left = report.status == StepStatus::ok ? 0 : asked_;
    report.matrix_refills += matrix_.take_refills();
}

/// Solves the stage again and again, each time with the active set and the lagged friction of the last solution, until
/// both fit.
template <class Value>
void ImplicitStageSolver<Value>::solve_passes(Context& c)
{
    c.forces.predict_lagged(v_);
    constexpr int max_updates = 4;  // of lagged quantities
    int updates = 0;
    ActiveSetUpdate update = ActiveSetUpdate::changed;
    // With barriers the iterations converge slowly, and the contacts with obstacles are known long before convergence.
    // So the first passes are rough.
    const double rough = velocity_tolerance(settings_, c.stage.h) > 0 ? 1 : 100;  // times the tolerance
    bool is_rough = contact_.has_barrier();
    for (int pass = 0; update == ActiveSetUpdate::changed; ++pass) {
        contact_.begin_pass(c, v_);
        if (approach_ == StageApproach::limited)
            iterate(c);
        else
            iterate(c, is_rough ? rough : 1);
        update = contact_.update_active_set(c, v_, reaction_, pass);
        c.report.contact_passes = pass + 1;
        if (is_rough && update != ActiveSetUpdate::changed) {
            is_rough = false;
            if (c.report.status != StepStatus::ok) update = ActiveSetUpdate::changed;
        }
        const StageTimer timer(times_.contact);
        if (update == ActiveSetUpdate::settled && updates < max_updates && c.forces.update_lagged(x_)) {
            ++updates;
            update = ActiveSetUpdate::changed;
        }
    }
    if (update == ActiveSetUpdate::given_up) c.report.status = StepStatus::not_converged;
}

template <class Value>
std::span<const Vec3> ImplicitStageSolver<Value>::respond(double eta, std::span<const Vec3> right, ForceField& forces,
                                                          const MotionConstraints& constraints,
                                                          const ParticleState& state, StepReport& report)
{
    // If the guess was good enough, the matrix is that of another step, or there is none.
    if (!matrix_.is_filled_for(eta)) refill(eta, forces, constraints, state, x_, v_);
    report.matrix_refills += matrix_.take_refills();
    std::copy(right.begin(), right.end(), right_.begin());
    constraints.filter().apply(right_);
    const StageTimer timer(times_.solve);
    const CgResult result = cg_.solve(matrix_.whole(), matrix_.preconditioner(), constraints.filter(), right_,
                                      direction_, 0.01 * norm(right_), solver_.max_iterations);
    report.linear_iterations += result.iterations;
    return direction_;
}

/// Computes the scale of the residual: the momenta, and the impulses of the forces at the start of the step.
template <class Value>
void ImplicitStageSolver<Value>::measure_scale(Context& c)
{
    const StageTimer timer(times_.force);
    const auto momentum = [&](std::span<const Vec3> v) {
        parallel_for(right_.size(), [&](std::size_t i) { right_[i] = c.state.mass[i] * v[i]; });
        return norm(right_);
    };
    if (!contact_.has_barrier() || !c.constraints.contacts().has_moving_obstacles()) {
        c.forces.force(c.state.position, c.state.velocity, force_);
        c.scale = momentum(c.state.velocity) + c.stage.eta * (norm(force_) + c.forces.balanced_force(c.state.position));
        return;
    }
    // Barriers use the places of obstacles at the end of the step. A moving obstacle may overlap cloth there that it
    // has not met yet. The barrier force is then so large that any residual is small beside it. So the scale leaves
    // barriers out. It includes the guess, which contains the motion of everything that obstacles carry along.
    c.forces.force_without_barriers(c.state.position, c.state.velocity, force_);
    c.scale = std::max(momentum(c.state.velocity), momentum(v_)) + c.stage.eta * norm(force_);
}

/// Computes the residual that rounding alone may leave. Spring forces are differences of positions times stiffnesses of
/// the order of A / eta^2.
template <class Value>
void ImplicitStageSolver<Value>::measure_rounding(Context& c)
{
    const std::span<Vec3> forces = std::span(right_).first(matrix_.rows());
    parallel_for(forces.size(), [&](std::size_t i) {
        forces[i] = (diagonal_size(matrix_.static_part().diagonal(i)) / c.stage.eta) * c.state.position[i];
    });
    c.rounding_floor = 8 * std::numeric_limits<double>::epsilon() * norm(forces);
}

/// Fills the matrix at (x, v).
template <class Value>
void ImplicitStageSolver<Value>::refill(double eta, ForceField& forces, const MotionConstraints& constraints,
                                        const ParticleState& state, std::span<const Vec3> x, std::span<const Vec3> v)
{
    matrix_.fill(eta, forces, constraints, state.mass, x, v);
    if (lagged_ != nullptr) lagged_->filled(eta, forces.time(), x, v);
}

/// Computes the matrix, and the right-hand side into before_, of the step linearised at the state (x0, v0):
///     A v = A v0 + M(v_hat - v0) + eta f(x0, v0) + eta df/dx (x_hat + eta v0 - x0)
template <class Value>
void ImplicitStageSolver<Value>::prepare_once(const Context& c)
{
    const std::vector<Vec3>& x0 = c.state.position;
    const std::vector<Vec3>& v0 = c.state.velocity;
    const double eta = c.stage.eta;
    parallel_for(v0.size(), [&](std::size_t i) { direction_[i] = v0[i] + (c.stage.x_hat[i] - x0[i]) / eta; });
    matrix_.fill_and_multiply(eta, c.forces, c.constraints, c.state.mass, x0, v0, direction_, right_);
    matrix_.static_part().multiply(v0, before_);
    parallel_for(before_.size(), [&](std::size_t i) {
        before_[i] += c.state.mass[i] * (c.stage.v_hat[i] - v0[i]) + eta * force_[i] - right_[i];
    });
}

/// Returns the norm of b = A v_ - residual_, the right-hand side as EEH00 writes it.
template <class Value>
double ImplicitStageSolver<Value>::right_hand_side_norm()
{
    matrix_.static_part().multiply(v_, direction_);
    parallel_for(v_.size(), [&](std::size_t i) { direction_[i] -= residual_[i]; });
    return norm(direction_);
}

/// Solves A direction_ = right_ in the free directions. Returns false if conjugate gradients had to stop before that.
template <class Value>
bool ImplicitStageSolver<Value>::solve_linear(Context& c, double tolerance, double energy_tolerance,
                                              double preconditioned_tolerance)
{
    const StageTimer timer(times_.solve);
    // Particles without rows keep their velocities.
    const std::size_t rows = matrix_.rows();
    std::fill(direction_.begin() + static_cast<std::ptrdiff_t>(rows), direction_.end(), Vec3::Zero());
    const CgResult result = cg_.solve(matrix_.whole(), matrix_.preconditioner(), c.constraints.filter(),
                                      std::span(right_).first(rows), std::span(direction_).first(rows), tolerance,
                                      solver_.max_iterations, energy_tolerance, preconditioned_tolerance);
    c.report.linear_iterations += result.iterations;
    return result.converged;
}

/// Evaluates the nonlinear residual at v_.
template <class Value>
void ImplicitStageSolver<Value>::evaluate(const Context& c)
{
    const StageTimer timer(times_.force);
    parallel_for(v_.size(), [&](std::size_t i) { x_[i] = c.stage.x_hat[i] + c.stage.eta * v_[i]; });
    c.forces.force(x_, v_, force_);
    parallel_for(v_.size(), [&](std::size_t i) {
        reaction_[i] = c.state.mass[i] * (v_[i] - c.stage.v_hat[i]) - c.stage.eta * force_[i];
        residual_[i] = reaction_[i];
    });
    c.constraints.subtract_friction(v_, residual_);
    c.constraints.filter().apply(residual_);
}

/// Returns whether the lagged Jacobian may be used. With contacts it may not, because their friction is part of the
/// matrix and changes.
template <class Value>
bool ImplicitStageSolver<Value>::lagged_is_valid(const Context& c) const
{
    return lagged_ != nullptr && c.constraints.contact_count() == 0 && lagged_->is_valid(c.stage.eta);
}

template <class Value>
void ImplicitStageSolver<Value>::iterate(Context& c, double slack)
{
    memory_.clear();
    evaluate(c);
    c.report.status = StepStatus::not_converged;
    double size_before = 0;
    bool is_lagged = false;  // the last iteration used a lagged Jacobian
    bool predicts = false;   // the matrix uses predictions of forces
    // m/s, largest velocity change of the last whole direction; and the change that is small enough
    double change = std::numeric_limits<double>::infinity();
    double slow = approach_ == StageApproach::newton ? velocity_tolerance(settings_, c.stage.h) : 0.0;
    if (slow > 0 && settings_.automatic_velocity_tolerance && !contact_.has_barrier() && !c.forces.has_history())
        slow = std::min(slow, part_of_speed * largest(c.state.velocity));
    for (int iteration = 0;; ++iteration) {
        const double size = norm(residual_);
        const double scale = approach_ == StageApproach::bare ? right_hand_side_norm() : c.scale;
        const double target = std::max(settings_.tolerance * scale, c.rounding_floor);
        c.report.residual = size / std::max(scale, std::numeric_limits<double>::min());
        const RemainingMotion remaining_motion = contact_.find_remaining_motion(c, v_);
        const bool is_away = remaining_motion != RemainingMotion::none;
        // Rounding may leave a residual above the tolerance. This ends the iterations, too, but the step does not count
        // as solved.
        const bool is_slow =
            change <= slow && std::isfinite(size) && !(contact_.has_barrier() && energy_limit_.is_exceeded(c, v_, x_));
        if ((size <= settings_.tolerance * scale || is_slow) && !is_away) c.report.status = StepStatus::ok;
        const double enough = is_lagged ? std::max(lagged_share * target, c.rounding_floor) : target;
        if (((size <= slack * enough || is_slow) && !is_away) || !std::isfinite(size) ||
            iteration == settings_.max_iterations) {
            if (lagged_ != nullptr) lagged_->set_valid(iteration <= 1 && c.constraints.contact_count() == 0);
            return;
        }
        ++c.report.nonlinear_iterations;

        const bool still_falls = iteration == 0 || size < serving_fall * size_before;
        is_lagged = lagged_is_valid(c) && still_falls;
        if (!is_lagged) {
            if constexpr (!is_imex<Value>) predicts = c.forces.begin_iteration();
            refill(c.stage.eta, c.forces, c.constraints, c.state, x_, v_);
        }
        if (iteration == 0) measure_rounding(c);
        parallel_for(right_.size(), [&](std::size_t i) {
            right_[i] = -residual_[i];
            before_[i] = residual_[i];
        });
        const bool follows = remaining_motion == RemainingMotion::follow;
        if (follows) {
            // Prescribed motion enters the right-hand side through the coupling blocks.
            matrix_.multiply_all(contact_.remaining_motion(), direction_);
            c.constraints.filter().apply(direction_);
            parallel_for(right_.size(), [&](std::size_t i) { right_[i] -= direction_[i]; });
        }
        if (approach_ == StageApproach::bare) {
            static_cast<void>(solve_linear(c, std::min(solver_.tolerance, settings_.tolerance) * scale));
            asked_ = largest(direction_);
            parallel_for(v_.size(), [&](std::size_t i) { v_[i] += direction_[i]; });
            evaluate(c);
            continue;
        }
        if (approach_ == StageApproach::accelerated) memory_.before(right_);
        const double forcing = is_imex<Value> ? quasi_newton_forcing
                               : predicts     ? predicted_forcing
                                              : newton_forcing(iteration, size, size_before);
        size_before = size;
        const double asked = follows ? norm(right_) : size;  // with the prescribed motion
        const double floor = 0.1 * (is_lagged ? lagged_share : 1.0) * target;
        const bool by_velocity = slow > 0 && !is_away;
        const bool is_solved = by_velocity && contact_.has_barrier() ? solve_linear(c, floor, 0, contact_forcing)
                               : by_velocity                         ? solve_linear(c, floor, energy_forcing(iteration))
                                             : solve_linear(c, std::max(floor, forcing * asked));
        if (approach_ == StageApproach::accelerated) memory_.after(direction_);
        if (follows) {
            const std::span<const Vec3> remaining = contact_.remaining_motion();
            parallel_for(v_.size(), [&](std::size_t i) { direction_[i] += remaining[i]; });
            asked_ = largest(direction_);
            const bool goes_on = contact_.follow_remaining_motion(c, x_, direction_, v_);
            evaluate(c);
            change = std::numeric_limits<double>::infinity();
            if (!goes_on) return;
            continue;
        }
        asked_ = largest(direction_);
        contact_.cut(c, x_, before_, direction_);
        const std::optional<double> taken = search_along(c);
        // The length of the whole direction counts, even if it was cut or the line search has taken only a part of it.
        // Directions of lagged Jacobians or of unfinished linear solves do not count: they may be short for other
        // reasons.
        const bool tells = by_velocity && is_solved && !is_lagged && taken.has_value();
        change = tells ? std::max(*taken, 1.0) * asked_ : std::numeric_limits<double>::infinity();
        if (!taken && !is_away) {
            // Either rounding hides the descent, or the quasi-Newton memory misleads. There is one more try without the
            // memory.
            if (memory_.empty()) return;
            memory_.clear();
        }
    }
}

/// Takes the number of updates in the settings. A line search would take one more evaluation. If no force resists more
/// than the matrix includes, an update falls short rather than overshoots, and the line search is left out.
template <class Value>
void ImplicitStageSolver<Value>::iterate(Context& c)
{
    memory_.clear();
    evaluate(c);
    parallel_for(right_.size(), [&](std::size_t i) { right_[i] = c.state.mass[i] * c.state.velocity[i]; });
    c.scale = norm(right_) + c.stage.eta * norm(force_);
    const bool searches = c.forces.exceeds_stiff_part();
    // Only contacts and free bodies need the residual after the last update.
    const bool evaluates_end = c.constraints.contacts().has_obstacles() || !bodies_.are_held(c.constraints.filter());
    for (int iteration = 0; iteration < settings_.updates; ++iteration) {
        parallel_for(right_.size(), [&](std::size_t i) {
            right_[i] = -residual_[i];
            before_[i] = residual_[i];
        });
        memory_.before(right_);
        update(c);
        memory_.after(direction_);
        if (searches) {
            if (!search_along(c).has_value()) memory_.clear();
            continue;
        }
        parallel_for(v_.size(), [&](std::size_t i) { v_[i] += direction_[i]; });
        const bool is_last = iteration + 1 == settings_.updates;
        if (is_last && !evaluates_end) break;
        evaluate(c);
        if (is_last) break;
        parallel_for(right_.size(), [&](std::size_t i) { right_[i] = residual_[i] - before_[i]; });
        memory_.learn(direction_, right_);
    }
    const double size = norm(residual_);
    c.report.nonlinear_iterations += settings_.updates;
    c.report.residual = size / std::max(c.scale, std::numeric_limits<double>::min());
    c.report.status = std::isfinite(size) ? StepStatus::ok : StepStatus::not_converged;
}

/// Computes direction_ = A^-1 right_ in the free directions. If only those particles are constrained that a direct
/// factor leaves out, the factor is enough without conjugate gradients.
template <class Value>
void ImplicitStageSolver<Value>::update(Context& c)
{
    if (solver_.method != SolverMethod::direct || !c.constraints.filter().is_of_fixed()) {
        static_cast<void>(solve_linear(c, quasi_newton_forcing * norm(right_)));
        return;
    }
    const StageTimer timer(times_.solve);
    matrix_.preconditioner().apply(right_, direction_);
    c.constraints.filter().apply(direction_);
    ++c.report.linear_iterations;
}

/// Line search: moves v_ along direction_ until the residual along it has about vanished, and evaluates the residual
/// there. The residual is the gradient of the step's potential. So its product with the direction tells undershooting
/// from overshooting. Comparing energies would suffer from cancellation near the solution.
template <class Value>
std::optional<double> ImplicitStageSolver<Value>::search_along(const Context& c)
{
    const double slope = dot_(before_, direction_);
    if (!(slope < 0)) return std::nullopt;
    constexpr double longest_longer = 4;
    const double longest = contact_.has_barrier() ? 1 : std::numeric_limits<double>::infinity();
    double taken = 0;
    double step = std::min(1.0, longest);
    double left = 0;  // relative slope: -1 at the start, positive beyond the minimum
    constexpr int attempts = 12;
    constexpr int longer_attempts = 2;  // a clamped Jacobian is too stiff where springs buckle, so longer steps pay
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const double change = step - taken;
        parallel_for(v_.size(), [&](std::size_t i) { v_[i] += change * direction_[i]; });
        taken = step;
        evaluate(c);
        left = dot_(residual_, direction_) / std::abs(slope);
        const double secant = std::isfinite(left) ? 1 / (1 + left) : 0.1;  // to the root, by the secant rule
        if (left < -0.5 && attempt < longer_attempts && step < longest) {
            const double longer = left > -1 ? std::clamp(secant, 1.5, longest_longer) : longest_longer;
            step = std::min(step * longer, longest);
        } else if (left <= 0.5) {
            break;
        } else {
            step *= std::clamp(secant, 0.1, 0.7);
        }
    }
    if (!(left <= 0.9)) return std::nullopt;
    if (learns(approach_)) {
        parallel_for(v_.size(), [&](std::size_t i) {
            right_[i] = residual_[i] - before_[i];
            direction_[i] *= taken;
        });
        memory_.learn(direction_, right_);
    }
    return taken;
}

template <class Value>
double ImplicitStageSolver<Value>::norm(std::span<const Vec3> a)
{
    return std::sqrt(dot_(a, a));
}

/// Returns the length of the longest of these vectors.
template <class Value>
double ImplicitStageSolver<Value>::largest(std::span<const Vec3> a)
{
    const auto largest_of = [&](std::size_t begin, std::size_t end) {
        double size = 0;
        for (std::size_t i = begin; i < end; ++i) size = std::max(size, a[i].squaredNorm());
        return size;
    };
    return std::sqrt(sum_.reduce(a.size(), 0.0, largest_of, [](double b, double c) { return std::max(b, c); }));
}

template class ImplicitStageSolver<double>;
template class ImplicitStageSolver<Mat3>;

}  // namespace tulle
