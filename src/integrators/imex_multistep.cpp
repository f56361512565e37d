#include "integrators/imex_multistep.hpp"

#include "core/stage_clock.hpp"

#include <algorithm>

namespace tulle {

ImexMultistep::ImexMultistep(const ImexFormula& formula, const SolverSettings& solver, const ForceField& forces,
                             StageTimes& times)
    : formula_(formula),
      times_(times),
      K_(forces.pattern()),
      D_(forces.pattern()),
      system_(solver, forces),
      start_system_(solver, forces),
      linear_(solver, K_.rows(), times),
      bodies_(*forces.pattern()),
      history_(formula.steps + 1, K_.rows())
{
    for (auto* vector : {&x_hat_, &x_new_, &v_new_, &b_, &product_, &lever_}) vector->assign(K_.rows(), Vec3::Zero());
    if (formula_.order <= 2) return;
    for (auto* vector : {&part_.x, &part_.v, &part_.force, &x_sum_, &v_sum_}) vector->assign(K_.rows(), Vec3::Zero());
}

ImexMultistep::System::System(const SolverSettings& solver, const ForceField& forces)
    : A(forces.pattern()), preconditioner(make_preconditioner<double>(solver, forces.pattern()))
{}

LocalError ImexMultistep::local_error(double ratio) const
{
    if (history_.size() < formula_.steps) return formula_.order <= 2 ? LocalError{1, 0.5} : LocalError{};
    if (formula_.order == 2 && formula_.takes_variable_steps()) return {2, bdf2_error_constant(ratio)};
    return {formula_.order, position_error_constant(formula_)};
}

Defect ImexMultistep::defect(ForceField& forces, const ParticleState& state)
{
    if (!formula_.takes_variable_steps()) return {};
    // The residual of BDF1 or BDF2: the forces at the end of the step replace those that the formula made from the
    // past.
    const double eta = state.previous_step / applied_.a[0];
    {
        const StageTimer timer(times_.force);
        forces.force(state.position, state.velocity, product_);
    }
    parallel_for(state.size(), [&](std::size_t i) {
        Vec3 change = state.velocity[i];
        for (int j = 1; j <= applied_.steps; ++j) change += applied_.a[j] / applied_.a[0] * history_[j - 1].v[i];
        const Vec3 impulse = eta * product_[i] + linear_.reaction()[i];
        lever_[i] = state.inverse_mass[i] * impulse - change;
    });
    return {lever_, eta};
}

StepReport ImexMultistep::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                               ParticleState& state)
{
    StepReport report;
    const Context c{forces, constraints, state, report};
    fill_stiff_part(forces, state);
    evaluate(forces, end_time - h, history_.begin(state, constraints.contacts().any_unsettled()));
    const bool step_changed = history_.size() > 1 && history_[0].h != h;
    if (step_changed && !formula_.takes_variable_steps()) history_.keep_newest();

    Pasts past{};
    for (int j = 0; j < std::min(history_.size(), formula_.steps); ++j) past[j] = &history_[j];
    const ImexFormula& euler = imex_formulas().front();
    if (history_.size() >= formula_.steps) {
        predict_velocity(state, h, v_new_);
        apply(step_changed && formula_.order == 2 ? sbdf2(h / history_[0].h) : formula_, past, h, end_time, c);
    } else if (formula_.order <= 2 || constraints.contact_count() > 0 ||
               !extrapolate(formula_.order - 1, h, end_time, c)) {
        predict_velocity(state, h, v_new_);
        apply(euler, past, h, end_time, c);
    }
    state.position = x_new_;
    advance_velocity(state, h, v_new_);
    constraints.contacts().finish(linear_.reaction(), state.velocity, state.previous_velocity, state.mass);
    history_.end(h);
    forces.set_time(end_time);  // for `defect`
    return report;
}

void ImexMultistep::evaluate(ForceField& forces, double time, History::Past& past)
{
    forces.set_time(time);
    const StageTimer timer(times_.force);
    forces.force(past.x, past.v, past.force);
}

void ImexMultistep::fill_stiff_part(ForceField& forces, const ParticleState& state)
{
    const bool changed = forces.update_stiff_part(state.position);
    if (stiff_part_filled_ && !changed) return;
    const StageTimer timer(times_.assembly);
    K_.set_zero();
    D_.set_zero();
    forces.add_stiff_linear(1, 0, K_);
    forces.add_stiff_linear(0, 1, D_);
    stiff_part_filled_ = true;
    system_.eta = start_system_.eta = 0;
}

void ImexMultistep::fill(System& system, double eta, const Context& c)
{
    if (system.eta == eta) return;
    const StageTimer timer(times_.assembly);
    Csr<double>& A = system.A;
    parallel_for(A.value.size(), [&](std::size_t k) { A.value[k] = eta * (D_.value[k] + eta * K_.value[k]); });
    parallel_for(A.rows(), [&](std::size_t i) { A.diagonal(i) += c.state.mass[i]; });
    system.preconditioner->refresh(A, c.constraints.filter().fixed);
    system.eta = eta;
    ++c.report.matrix_refills;
}

void ImexMultistep::apply(const ImexFormula& formula, const Pasts& past, double h, double end_time, const Context& c)
{
    applied_ = formula;
    const double eta = formula.c[0] * h / formula.a[0];
    const double h_a = h / formula.a[0];
    System& system = formula.steps == formula_.steps ? system_ : start_system_;
    fill(system, eta, c);
    parallel_for(x_hat_.size(), [&](std::size_t i) {
        Vec3 x_hat = Vec3::Zero();
        Vec3 v_hat = Vec3::Zero();
        Vec3 impulse = Vec3::Zero();
        Vec3 lever_K = Vec3::Zero();
        Vec3 lever_D = Vec3::Zero();
        for (int j = 1; j <= formula.steps; ++j) {
            const History::Past& u = *past[j - 1];
            const double share = formula.a[j] / formula.a[0];
            x_hat += h_a * formula.c[j] * u.v[i] - share * u.x[i];
            v_hat -= share * u.v[i];
            impulse += h_a * formula.b[j] * u.force[i];
            lever_K += h_a * (formula.b[j] - formula.c[j]) * u.x[i];
            lever_D += h_a * (formula.b[j] - formula.c[j]) * u.v[i];
        }
        x_hat_[i] = x_hat;
        b_[i] = c.state.mass[i] * v_hat + impulse;
        lever_[i] = lever_K - eta * x_hat;
        x_new_[i] = lever_D;
    });
    K_.multiply(lever_, product_);
    parallel_for(b_.size(), [&](std::size_t i) { b_[i] += product_[i]; });
    D_.multiply(x_new_, product_);
    parallel_for(b_.size(), [&](std::size_t i) { b_[i] += product_[i]; });
    {
        const StageTimer timer(times_.contact);
        c.constraints.begin_step(h, end_time, past[0]->x);
        c.constraints.aim(eta, x_hat_);
        c.constraints.contacts().set_impulse_time(eta);
        c.constraints.predict_contacts(v_new_, c.state.mass);
    }
    const bool has_past = history_.size() >= std::max(formula_.steps, 2);
    // The guess already extrapolates two velocities. With contacts velocities jump, and no polynomial follows a jump.
    const bool extrapolates =
        linear_.takes_extrapolated() && has_past && history_.size() > 2 && c.constraints.contact_count() == 0;
    if (extrapolates) extrapolate_velocity(h, product_);
    linear_.solve(system.A, *system.preconditioner, b_, past[0]->v, c.state.mass, c.constraints, v_new_,
                  {extrapolates ? std::span<Vec3>(product_) : std::span<Vec3>(), has_past}, c.report);
    bodies_.restore_momentum(c.constraints.filter(), c.state.mass, linear_.reaction(), v_new_);
    parallel_for(x_hat_.size(), [&](std::size_t i) { x_new_[i] = x_hat_[i] + eta * v_new_[i]; });
}

void ImexMultistep::extrapolate_velocity(double h, std::span<Vec3> v) const
{
    std::array<double, longest_imex_formula + 1> age{};     // s
    std::array<double, longest_imex_formula + 1> weight{};  // of Lagrange's polynomial, at h
    const int points = history_.size();
    for (int j = 1; j < points; ++j) age[j] = age[j - 1] + history_[j - 1].h;
    for (int j = 0; j < points; ++j) {
        weight[j] = 1;
        for (int other = 0; other < points; ++other)
            if (other != j) weight[j] *= (h + age[other]) / (age[other] - age[j]);
    }
    parallel_for(v.size(), [&](std::size_t i) {
        Vec3 sum = weight[0] * history_[0].v[i];
        for (int j = 1; j < points; ++j) sum += weight[j] * history_[j].v[i];
        v[i] = sum;
    });
}

bool ImexMultistep::extrapolate(int order, double h, double end_time, const Context& c)
{
    const ImexFormula& euler = imex_formulas().front();
    const double start_time = end_time - h;
    std::fill(x_sum_.begin(), x_sum_.end(), Vec3::Zero());
    std::fill(v_sum_.begin(), v_sum_.end(), Vec3::Zero());
    // The undivided step comes last, because plain starts with contacts use its matrix again.
    for (int parts = order; parts >= 1; --parts) {
        part_ = history_[0];
        v_new_ = part_.v;
        for (int part = 1; part <= parts; ++part) {
            if (part > 1) evaluate(c.forces, start_time + (part - 1) * h / parts, part_);
            const double time = part == parts ? end_time : start_time + part * h / parts;
            apply(euler, {&part_}, h / parts, time, c);
            if (c.constraints.contact_count() > 0) return false;
            part_.x = x_new_;
            part_.v = v_new_;
        }
        // The errors of IMEX Euler are a series in powers of h. This combination of 1, 2, ... parts cancels the first
        // terms.
        double weight = 1;
        for (int other = 1; other <= order; ++other)
            if (other != parts) weight *= static_cast<double>(parts) / (parts - other);
        parallel_for(x_sum_.size(), [&](std::size_t i) {
            x_sum_[i] += weight * part_.x[i];
            v_sum_[i] += weight * part_.v[i];
        });
    }
    x_new_ = x_sum_;
    v_new_ = v_sum_;
    return true;
}

}  // namespace tulle
