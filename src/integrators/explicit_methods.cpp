#include "integrators/explicit_methods.hpp"

#include "core/stage_clock.hpp"

#include <array>

namespace tulle {

StepReport ExplicitMethod::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                ParticleState& state)
{
    step_.begin(h, end_time, constraints, state);
    move(h, end_time - h, forces, state);
    step_.end(h, impulse_share(), constraints, state);
    StepReport report;
    report.contacts = constraints.contact_count();
    return report;
}

void ExplicitMethod::accelerate(ForceField& forces, const ParticleState& state, std::span<const Vec3> x,
                                std::span<const Vec3> v, std::span<Vec3> a)
{
    const StageTimer timer(times_.force);
    forces.force(x, v, a);
    parallel_for(a.size(), [&](std::size_t i) { a[i] *= state.inverse_mass[i]; });
}

void ForwardEuler::move(double h, double, ForceField& forces, ParticleState& state)
{
    accelerate(forces, state, state.position, state.velocity, a_);
    parallel_for(state.size(), [&](std::size_t i) {
        state.position[i] += h * state.velocity[i];
        state.velocity[i] += h * a_[i];
    });
}

void Verlet::move(double h, double, ForceField& forces, ParticleState& state)
{
    accelerate(forces, state, state.position, state.velocity, a_);
    parallel_for(state.size(), [&](std::size_t i) { state.velocity[i] += 0.5 * h * a_[i]; });
    if (filter_ != nullptr) filter_->apply(state.position, state.velocity);
    parallel_for(state.size(), [&](std::size_t i) {
        state.position[i] += h * state.velocity[i];
        v_[i] = state.velocity[i] + 0.5 * h * a_[i];
    });
    accelerate(forces, state, state.position, v_, a_);
    parallel_for(state.size(), [&](std::size_t i) { state.velocity[i] += 0.5 * h * a_[i]; });
}

RungeKutta4::RungeKutta4(std::size_t particles, StageTimes& times) : ExplicitMethod(particles, times)
{
    for (auto* vector : {&x_, &v_, &a_, &x_sum_, &v_sum_}) vector->assign(particles, Vec3::Zero());
}

void RungeKutta4::move(double h, double start_time, ForceField& forces, ParticleState& state)
{
    struct Stage {
        double reach;   // how far along the last slope the next stage is, in h
        double weight;  // in sixths
    };
    constexpr std::array<Stage, 4> stages{{{0.5, 1}, {0.5, 2}, {1, 2}, {0, 1}}};
    x_ = state.position;
    v_ = state.velocity;
    double along = 0;  // where the stage is, in h
    for (std::size_t s = 0; s < stages.size(); ++s) {
        forces.set_time(start_time + along * h);
        accelerate(forces, state, x_, v_, a_);
        const auto [reach, weight] = stages[s];
        parallel_for(state.size(), [&, reach = reach, weight = weight](std::size_t i) {
            if (s == 0) x_sum_[i] = v_sum_[i] = Vec3::Zero();
            x_sum_[i] += weight * v_[i];
            v_sum_[i] += weight * a_[i];
            x_[i] = state.position[i] + reach * h * v_[i];
            v_[i] = state.velocity[i] + reach * h * a_[i];
        });
        along = reach;
    }
    parallel_for(state.size(), [&](std::size_t i) {
        state.position[i] += h / 6 * x_sum_[i];
        state.velocity[i] += h / 6 * v_sum_[i];
    });
}

}  // namespace tulle
