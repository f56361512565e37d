#include "integrators/implicit_midpoint.hpp"

namespace tulle {

ImplicitMidpoint::ImplicitMidpoint(const IntegratorSettings& settings, const SolverSettings& solver,
                                   const ForceField& forces, StageTimes& times)
    : solver_(StageApproach::newton, settings, solver, forces, times, &kept_), v_end_(forces.pattern()->rows())
{}

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
    if (const CoupledRows* rows = constraints.filter().rows; rows != nullptr && !rows->empty()) {
        parallel_for(state.size(), [&](std::size_t i) { v_end_[i] -= u[i]; });
        rows->project(v_end_);
        parallel_for(state.size(), [&](std::size_t i) { v_end_[i] += u[i]; });
    }
    advance_velocity(state, h, v_end_);
    constraints.contacts().finish(solver_.reaction(), state.velocity);
    return report;
}

}  // namespace tulle
