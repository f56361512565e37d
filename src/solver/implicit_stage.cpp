#include "solver/implicit_stage.hpp"

#include "core/stage_clock.hpp"
#include "solver/line_search.hpp"
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

// A lagged Jacobian stays in use while each iteration reduces the residual to at most this fraction.
constexpr double lagged_contraction = 0.1;
// Iterations with a lagged Jacobian converge linearly and would end just below the tolerance, where Newton's method
// ends far below it. The tolerance of lagged iterations is this fraction of the usual one, so that both are about as
// exact.
constexpr double lagged_share = 0.1;

}  // namespace

template <class Value>
ImplicitStageSolver<Value>::ImplicitStageSolver(StageApproach approach, const IntegratorSettings& settings,
                                                const SolverSettings& solver, const ForceField& forces,
                                                StageTimes& times, LaggedJacobian* lagged)
    : approach_(approach),
      settings_(settings),
      times_(times),
      // A matrix is not kept for later steps where steps may be undone, which would leave theirs behind; where forces
      // have a history, which cannot be asked again; and where barriers change the matrix in every iteration.
      lagged_(settings.adaptive || forces.has_history() || forces.has_barrier() ? nullptr : lagged),
      // Quasi-Newton updates need no exact solutions.
      system_(solver, settings.jacobian, learns(approach) ? FactorPrecision::single : FactorPrecision::full,
              approach == StageApproach::once, forces, times),
      bodies_(*forces.pattern()),
      contact_(forces.particle_count(), forces.has_barrier(), times),
      memory_(pairs_of(approach, settings)),
      at_(forces.particle_count(), times),
      before_(forces.particle_count(), Vec3::Zero())
{
    if (approach_ == StageApproach::once)
        linear_ = std::make_unique<LinearStage<Value>>(solver, system_.matrix().rows(), times);
}

template <class Value>
void ImplicitStageSolver<Value>::solve(const ImplicitStage& stage, ForceField& forces, MotionConstraints& constraints,
                                       const ParticleState& state, StepReport& report)
{
    Context c{{stage, forces, constraints, state}, report};
    if (is_imex<Value>) prepare(stage.eta, forces, constraints, state);
    if (lagged_ != nullptr && lagged_->is_lost()) refill_lost(forces, constraints, state);
    contact_.begin_step(c, at_.v);
    energy_limit_.begin_step(velocity_tolerance(settings_, stage.h));
    asked_ = 0;
    // Now that friction is that of this step.
    if (approach_ != StageApproach::limited) c.scale = at_.scale(c, contact_.has_barrier(), system_.right);
    if (approach_ == StageApproach::newton && contact_.has_barrier()) energy_limit_.measure_start(c);
    contact_.predict(c, at_.v);
    bool is_shortened = false;
    if (approach_ == StageApproach::once) {
        solve_once(c);
    } else {
        solve_passes(c);
        contact_.meet_constraints(c, at_.v);
        report.contacts = constraints.contact_count();
        if (report.status != StepStatus::ok || !constraints.held_back().empty()) {
            const StageTimer timer(times_.contact);
            is_shortened = energy_limit_.shorten(c, at_.v, at_.x);
        }
    }
    // Where barriers of obstacles push, nothing is free.
    if (!constraints.contacts().are_left_to_barriers())
        bodies_.restore_momentum(constraints.filter(), state.mass, at_.reaction, at_.v);
    contact_.require_prescribed_motion(c, at_.v, is_shortened, report);
    report.speed_left = report.status == StepStatus::ok ? 0 : asked_;
    report.matrix_refills += system_.matrix().take_refills();
}

/// Solves again and again, each time with the active set and the lagged quantities that the last solution asks for,
/// until they fit.
template <class Value>
void ImplicitStageSolver<Value>::solve_passes(Context& c)
{
    c.forces.predict_lagged(at_.v);
    constexpr int max_updates = 4;  // of lagged quantities
    int updates = 0;
    ActiveSetUpdate update = ActiveSetUpdate::changed;
    // Iterations before barriers converge slowly, and which particles touch an obstacle shows long before they have.
    const double rough = velocity_tolerance(settings_, c.stage.h) > 0 ? 1 : 100;  // times the tolerance
    bool is_rough = contact_.has_barrier();
    for (int pass = 0; update == ActiveSetUpdate::changed; ++pass) {
        contact_.begin_pass(c, at_.v);
        if (approach_ == StageApproach::limited)
            take_updates(c);
        else
            iterate(c, is_rough ? rough : 1);
        update = contact_.update_active_set(c, at_.v, at_.reaction, pass);
        c.report.contact_passes = pass + 1;
        if (is_rough && update != ActiveSetUpdate::changed) {
            is_rough = false;
            if (c.report.status != StepStatus::ok) update = ActiveSetUpdate::changed;
        }
        const StageTimer timer(times_.contact);
        if (update == ActiveSetUpdate::settled && updates < max_updates && c.forces.update_lagged(at_.x)) {
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
    // A guess that was good enough has left the matrix of another step, or none.
    if (!system_.matrix().is_filled_for(eta)) refill(eta, forces, constraints, state, at_.x, at_.v);
    report.matrix_refills += system_.matrix().take_refills();
    std::copy(right.begin(), right.end(), system_.right.begin());
    constraints.filter().apply(system_.right);
    static_cast<void>(system_.solve(constraints.filter(), {.residual = 0.01 * at_.norm(system_.right)}, report));
    return system_.direction;
}

/// Spring forces are differences of positions times stiffnesses of the order of A / eta^2.
template <class Value>
void ImplicitStageSolver<Value>::measure_rounding(Context& c)
{
    const std::span<Vec3> forces = std::span(system_.right).first(system_.matrix().rows());
    const Csr<Value>& A = system_.matrix().static_part();
    parallel_for(forces.size(), [&](std::size_t i) {
        forces[i] = (diagonal_size(A.diagonal(i)) / c.stage.eta) * c.state.position[i];
    });
    c.rounding_floor = 8 * std::numeric_limits<double>::epsilon() * at_.norm(forces);
}

/// Fills the matrix at (x, v).
template <class Value>
void ImplicitStageSolver<Value>::refill(double eta, ForceField& forces, const MotionConstraints& constraints,
                                        const ParticleState& state, std::span<const Vec3> x, std::span<const Vec3> v)
{
    system_.matrix().fill(eta, forces, constraints, state.mass, x, v);
    if (lagged_ != nullptr) lagged_->filled(eta, forces.time(), x, v);
}

/// After a restore: fills the lagged matrix where it was filled before.
template <class Value>
void ImplicitStageSolver<Value>::refill_lost(ForceField& forces, const MotionConstraints& constraints,
                                             const ParticleState& state)
{
    // Copies: filling writes to where it reads from.
    at_.x.assign(lagged_->x().begin(), lagged_->x().end());
    system_.right.assign(lagged_->v().begin(), lagged_->v().end());
    const double now = forces.time();
    forces.set_time(lagged_->time());
    refill(lagged_->eta(), forces, constraints, state, at_.x, system_.right);
    forces.set_time(now);
}

/// Solves the step linearised at the state (x0, v0):
///     A v = A v0 + M(v_hat - v0) + eta f(x0, v0) + eta df/dx (x_hat + eta v0 - x0)
template <class Value>
void ImplicitStageSolver<Value>::solve_once(const Context& c)
{
    const std::vector<Vec3>& x0 = c.state.position;
    const std::vector<Vec3>& v0 = c.state.velocity;
    const double eta = c.stage.eta;
    StageMatrix<Value>& matrix = system_.matrix();
    std::vector<Vec3>&direction = system_.direction, &right = system_.right;
    parallel_for(v0.size(), [&](std::size_t i) { direction[i] = v0[i] + (c.stage.x_hat[i] - x0[i]) / eta; });
    matrix.fill_and_multiply(eta, c.forces, c.constraints, c.state.mass, x0, v0, direction, right);
    matrix.static_part().multiply(v0, before_);
    parallel_for(before_.size(), [&](std::size_t i) {
        before_[i] += c.state.mass[i] * (c.stage.v_hat[i] - v0[i]) + eta * at_.force[i] - right[i];
    });
    linear_->solve(matrix.static_part(), matrix.preconditioner(), before_, v0, c.state.mass, c.constraints, at_.v,
                   {.has_past = c.state.previous_step > 0}, c.report, &matrix.constrained());
    std::copy(linear_->reaction().begin(), linear_->reaction().end(), at_.reaction.begin());
}

/// Norm of b = A v - r(v), the right-hand side as EEH00 writes it.
template <class Value>
double ImplicitStageSolver<Value>::right_hand_side_norm()
{
    std::vector<Vec3>& b = system_.direction;
    system_.matrix().static_part().multiply(at_.v, b);
    parallel_for(b.size(), [&](std::size_t i) { b[i] -= at_.residual[i]; });
    return at_.norm(b);
}

/// Whether the matrix of an earlier state may be used. Friction has its part in the matrix and does not stay.
template <class Value>
bool ImplicitStageSolver<Value>::lagged_is_valid(const Context& c) const
{
    return lagged_ != nullptr && c.constraints.contact_count() == 0 && lagged_->is_valid(c.stage.eta);
}

template <class Value>
void ImplicitStageSolver<Value>::iterate(Context& c, double slack)
{
    memory_.clear();
    at_.evaluate(c);
    c.report.status = StepStatus::not_converged;
    Iterations it;
    it.slow = approach_ == StageApproach::newton ? velocity_tolerance(settings_, c.stage.h) : 0.0;
    if (it.slow > 0 && settings_.automatic_velocity_tolerance && !contact_.has_barrier() && !c.forces.has_history())
        it.slow = std::min(it.slow, part_of_speed * at_.longest(c.state.velocity));
    for (; !is_finished(c, it, slack); ++it.number) {
        ++c.report.nonlinear_iterations;
        prepare_system(c, it);
        if (approach_ == StageApproach::bare) {
            take_bare_update(c, it);
            continue;
        }
        const bool is_exact = find_direction(c, it);
        const bool goes_on = it.remaining_motion == RemainingMotion::follow ? follow_remaining_motion(c, it)
                                                                            : take_direction(c, it, is_exact);
        if (!goes_on) return;
    }
}

/// Whether the step is solved, or cannot be solved further. Sets the status and the residual of the report.
template <class Value>
bool ImplicitStageSolver<Value>::is_finished(Context& c, Iterations& it, double slack)
{
    it.size = at_.size();
    it.scale = approach_ == StageApproach::bare ? right_hand_side_norm() : c.scale;
    it.target = std::max(settings_.tolerance * it.scale, c.rounding_floor);
    c.report.residual = it.size / std::max(it.scale, std::numeric_limits<double>::min());
    it.remaining_motion = contact_.find_remaining_motion(c, at_.v);
    const bool is_away = it.remaining_motion != RemainingMotion::none;
    // Rounding may leave more than was asked for: that ends the iterations too, but is not what was asked for.
    const bool is_slow = it.change <= it.slow && std::isfinite(it.size) &&
                         !(contact_.has_barrier() && energy_limit_.is_exceeded(c, at_.v, at_.x));
    if ((it.size <= settings_.tolerance * it.scale || is_slow) && !is_away) c.report.status = StepStatus::ok;
    const double enough = it.is_lagged ? std::max(lagged_share * it.target, c.rounding_floor) : it.target;
    const bool is_solved = (it.size <= slack * enough || is_slow) && !is_away;
    if (!is_solved && std::isfinite(it.size) && it.number != settings_.max_iterations) return false;
    if (lagged_ != nullptr) lagged_->set_valid(it.number <= 1 && c.constraints.contact_count() == 0);
    return true;
}

/// Fills the matrix, unless that of an earlier state will do, and the right-hand side -r, with the remaining motion of
/// constraints where the direction is to follow it.
template <class Value>
void ImplicitStageSolver<Value>::prepare_system(Context& c, Iterations& it)
{
    const bool still_falls = it.number == 0 || it.size < lagged_contraction * it.size_before;
    it.is_lagged = lagged_is_valid(c) && still_falls;
    if (!it.is_lagged) {
        if constexpr (!is_imex<Value>) it.has_predictions = c.forces.begin_iteration();
        refill(c.stage.eta, c.forces, c.constraints, c.state, at_.x, at_.v);
    }
    if (it.number == 0) measure_rounding(c);
    std::vector<Vec3>&right = system_.right, &direction = system_.direction;
    parallel_for(right.size(), [&](std::size_t i) {
        right[i] = -at_.residual[i];
        before_[i] = at_.residual[i];
    });
    if (it.remaining_motion != RemainingMotion::follow) return;
    // Prescribed motion enters the right-hand side through the coupling blocks.
    system_.matrix().multiply_all(contact_.remaining_motion(), direction);
    c.constraints.filter().apply(direction);
    parallel_for(right.size(), [&](std::size_t i) { right[i] -= direction[i]; });
}

/// EEH00 Algorithm 1: the whole solution of the linear system, without a line search.
template <class Value>
void ImplicitStageSolver<Value>::take_bare_update(Context& c, const Iterations& it)
{
    const double tolerance = std::min(system_.settings().tolerance, settings_.tolerance) * it.scale;
    static_cast<void>(system_.solve(c.constraints.filter(), {.residual = tolerance}, c.report));
    asked_ = at_.longest(system_.direction);
    parallel_for(at_.v.size(), [&](std::size_t i) { at_.v[i] += system_.direction[i]; });
    at_.evaluate(c);
}

/// Solves for the direction, as far as it is worth it. Returns whether the direction is exact enough to tell by its
/// size whether the step is solved: directions of matrices from earlier states, or of unfinished solves, may be short
/// for other reasons.
template <class Value>
bool ImplicitStageSolver<Value>::find_direction(Context& c, Iterations& it)
{
    if (approach_ == StageApproach::accelerated) memory_.before(system_.right);
    const double forcing = is_imex<Value>       ? quasi_newton_forcing
                           : it.has_predictions ? predicted_forcing
                                                : newton_forcing(it.number, it.size, it.size_before);
    it.size_before = it.size;
    // The motion that is followed asks the free particles to follow.
    const double asked = it.remaining_motion == RemainingMotion::follow ? at_.norm(system_.right) : it.size;
    const double floor = 0.1 * (it.is_lagged ? lagged_share : 1.0) * it.target;
    const bool by_velocity = it.slow > 0 && it.remaining_motion == RemainingMotion::none;
    LinearTolerance tolerance{.residual = floor};
    if (!by_velocity)
        tolerance.residual = std::max(floor, forcing * asked);
    else if (contact_.has_barrier())
        tolerance.preconditioned = contact_forcing;
    else
        tolerance.energy = energy_forcing(it.number);
    const bool is_solved = system_.solve(c.constraints.filter(), tolerance, c.report);
    if (approach_ == StageApproach::accelerated) memory_.after(system_.direction);
    return by_velocity && is_solved && !it.is_lagged;
}

/// Takes the direction together with the remaining motion of constraints, as far as both are free of collisions.
/// Returns false when the motion is blocked again and again.
template <class Value>
bool ImplicitStageSolver<Value>::follow_remaining_motion(Context& c, Iterations& it)
{
    const std::span<const Vec3> remaining = contact_.remaining_motion();
    std::vector<Vec3>& direction = system_.direction;
    parallel_for(direction.size(), [&](std::size_t i) { direction[i] += remaining[i]; });
    asked_ = at_.longest(direction);
    const bool goes_on = contact_.follow_remaining_motion(c, at_.x, direction, at_.v);
    at_.evaluate(c);
    it.change = std::numeric_limits<double>::infinity();
    return goes_on;
}

/// Cuts the direction to what is free of collisions, and searches along it. Returns false when nothing leads downhill.
template <class Value>
bool ImplicitStageSolver<Value>::take_direction(Context& c, Iterations& it, bool is_exact)
{
    asked_ = at_.longest(system_.direction);
    contact_.cut(c, at_.x, before_, system_.direction);
    const std::optional<double> taken = search_along(c);
    // The whole direction counts, also where it was cut or the search was shorter.
    it.change =
        is_exact && taken.has_value() ? std::max(*taken, 1.0) * asked_ : std::numeric_limits<double>::infinity();
    if (!taken && it.remaining_motion == RemainingMotion::none) {
        // Rounding has eaten the descent, or the memory misleads: without it there is one more try.
        if (memory_.empty()) return false;
        memory_.clear();
    }
    return true;
}

/// Takes as many updates as the settings say. A line search costs one more evaluation. Where no force resists more than
/// the matrix knows, an update falls short rather than overshoots, and no line search is needed.
template <class Value>
void ImplicitStageSolver<Value>::take_updates(Context& c)
{
    memory_.clear();
    at_.evaluate(c);
    std::vector<Vec3>&right = system_.right, &direction = system_.direction;
    parallel_for(right.size(), [&](std::size_t i) { right[i] = c.state.mass[i] * c.state.velocity[i]; });
    c.scale = at_.norm(right) + c.stage.eta * at_.norm(at_.force);
    const bool searches = c.forces.exceeds_stiff_part();
    // What the last update leaves is of interest only to contacts and to bodies that nothing holds.
    const bool evaluates_end = c.constraints.contacts().has_obstacles() || !bodies_.are_held(c.constraints.filter());
    for (int update = 0; update < settings_.updates; ++update) {
        parallel_for(right.size(), [&](std::size_t i) {
            right[i] = -at_.residual[i];
            before_[i] = at_.residual[i];
        });
        memory_.before(right);
        apply_inverse(c);
        memory_.after(direction);
        if (searches) {
            if (!search_along(c).has_value()) memory_.clear();
            continue;
        }
        parallel_for(at_.v.size(), [&](std::size_t i) { at_.v[i] += direction[i]; });
        const bool is_last = update + 1 == settings_.updates;
        if (is_last && !evaluates_end) break;
        at_.evaluate(c);
        if (is_last) break;
        parallel_for(right.size(), [&](std::size_t i) { right[i] = at_.residual[i] - before_[i]; });
        memory_.learn(direction, right);
    }
    const double size = at_.size();
    c.report.nonlinear_iterations += settings_.updates;
    c.report.residual = size / std::max(c.scale, std::numeric_limits<double>::min());
    c.report.status = std::isfinite(size) ? StepStatus::ok : StepStatus::not_converged;
}

/// direction = A^-1 right in the free directions. A direct factor needs no conjugate gradients around it where only
/// those particles are held that the factor leaves out.
template <class Value>
void ImplicitStageSolver<Value>::apply_inverse(Context& c)
{
    if (system_.settings().method == SolverMethod::direct && c.constraints.filter().is_of_fixed())
        system_.apply_factor(c.constraints.filter(), c.report);
    else
        static_cast<void>(system_.solve(c.constraints.filter(),
                                        {.residual = quasi_newton_forcing * at_.norm(system_.right)}, c.report));
}

/// Searches along the direction, and lets the memory learn from the step. Returns the step length; none where no part
/// of the direction leads downhill.
template <class Value>
std::optional<double> ImplicitStageSolver<Value>::search_along(const Context& c)
{
    const double longest = contact_.has_barrier() ? 1 : std::numeric_limits<double>::infinity();
    const std::optional<double> taken = line_search(at_, c, before_, system_.direction, longest);
    if (taken && learns(approach_)) {
        std::vector<Vec3>&right = system_.right, &direction = system_.direction;
        parallel_for(at_.v.size(), [&](std::size_t i) {
            right[i] = at_.residual[i] - before_[i];
            direction[i] *= *taken;
        });
        memory_.learn(direction, right);
    }
    return taken;
}

template class ImplicitStageSolver<double>;
template class ImplicitStageSolver<Mat3>;

}  // namespace tulle
