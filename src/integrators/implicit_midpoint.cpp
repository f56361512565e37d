#include "integrators/implicit_midpoint.hpp"

#include "core/stage_clock.hpp"

namespace tulle {

ImplicitMidpoint::ImplicitMidpoint(const IntegratorSettings& settings, const SolverSettings& solver,
                                   const ForceField& forces, StageTimes& times)
    : times_(times), solver_(StageApproach::newton, settings, solver, forces, times, &lagged_)
{
    for (auto* vector : {&v_end_, &x_bent_, &v_bent_, &right_}) vector->assign(forces.particle_count(), Vec3::Zero());
}

std::span<const Vec3> ImplicitMidpoint::stiff_error(const StepVelocities& v, ForceField& forces,
                                                    const MotionConstraints& constraints, const ParticleState& state,
                                                    StepReport& report)
{
    const double h = v.h;
    const std::span<const Vec3> u = solver_.velocity();
    {
        const StageTimer timer(times_.force);
        parallel_for(state.size(), [&](std::size_t i) {
            x_bent_[i] = state.position[i] - 0.5 * h * u[i] - h * h / 8 * v.slope(i);
            v_bent_[i] = u[i] - h * h / 24 * v.curvature(i);
        });
        forces.force(x_bent_, v_bent_, right_);
    }
    const std::span<const Vec3> reaction = solver_.reaction();  // M (u - v) - h/2 f(x_mid, u)
    parallel_for(state.size(), [&](std::size_t i) {
        const double m = state.mass[i];
        const Vec3 f_mid = (m * (u[i] - v.start[i]) - reaction[i]) / (0.5 * h);
        right_[i] = h * h * h / 12 * m * v.curvature(i) + h * h / 2 * (f_mid - right_[i]);
    });
    return solver_.respond(0.5 * h, right_, forces, constraints, state, report);
}

StepReport ImplicitMidpoint::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state)
{
    StepReport report;
    predict_velocity(state, 0.5 * h, solver_.velocity());
    solver_.solve({h, end_time, 0.5 * h, state.position, state.velocity, h, state.position}, forces, constraints, state,
                  report);
    const std::span<const Vec3> u = solver_.velocity();
    parallel_for(state.size(), [&](std::size_t i) {
        state.position[i] += h * u[i];
        v_end_[i] = 2 * u[i] - state.velocity[i];
    });
    for (const DirectionFilter::Entry& entry : constraints.filter().entries) {
        Vec3& v = v_end_[entry.particle];
        const Vec3& mean = u[entry.particle];
        v = mean + entry.allowed * (v - mean);
    }
    if (const ConstraintRows* rows = constraints.filter().rows; rows != nullptr && !rows->empty()) {
        parallel_for(state.size(), [&](std::size_t i) { v_end_[i] -= u[i]; });
        rows->project(v_end_);
        parallel_for(state.size(), [&](std::size_t i) { v_end_[i] += u[i]; });
    }
    for (const int p : constraints.held_back()) v_end_[p] = u[p];
    advance_velocity(state, h, v_end_);
    constraints.contacts().finish(solver_.reaction(), state.velocity, state.previous_velocity, state.mass);
    return report;
}

}  // namespace tulle
