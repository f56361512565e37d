#include "integrators/bdf2.hpp"

#include "integrators/imex_formulas.hpp"

namespace tulle {

Bdf2::Bdf2(const IntegratorSettings& settings, const SolverSettings& solver, const ForceField& forces,
           StageTimes& times)
    : solver_(StageApproach::newton, settings, solver, forces, times, &lagged_),
      history_(2, forces.particle_count()),
      x_hat_(forces.particle_count()),
      v_hat_(forces.particle_count())
{}

LocalError Bdf2::local_error(double ratio) const
{
    if (history_.size() < 2) return {1, 0.5};
    return {2, bdf2_error_constant(ratio)};
}

StepReport Bdf2::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                      ParticleState& state)
{
    history_.begin(state, constraints.contacts().any_unsettled());
    double eta = h;
    if (history_.size() == 2) {
        const auto a = sbdf2(h / history_[0].h).a;  // the implicit part of SBDF2 is BDF2
        const double now = -a[1] / a[0];
        const double before = -a[2] / a[0];
        eta = h / a[0];
        const History::Past& past = history_[1];
        parallel_for(state.size(), [&](std::size_t i) {
            x_hat_[i] = now * state.position[i] + before * past.x[i];
            v_hat_[i] = now * state.velocity[i] + before * past.v[i];
        });
    } else {
        x_hat_ = state.position;
        v_hat_ = state.velocity;
    }
    forces.set_time(end_time);  // BDF2 evaluates all forces at the end of a step
    StepReport report;
    predict_velocity(state, h, solver_.velocity());
    solver_.solve({h, end_time, eta, x_hat_, v_hat_, eta, x_hat_}, forces, constraints, state, report);
    const std::span<const Vec3> v = solver_.velocity();
    parallel_for(state.size(), [&](std::size_t i) { state.position[i] = x_hat_[i] + eta * v[i]; });
    advance_velocity(state, h, v);
    constraints.contacts().finish(solver_.reaction(), state.velocity, state.previous_velocity, state.mass);
    history_.end(h);
    return report;
}

}  // namespace tulle
