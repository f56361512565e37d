#include "solver/stage_residual.hpp"

#include "core/stage_clock.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

StageResidual::StageResidual(std::size_t particles, StageTimes& times) : times_(times)
{
    for (auto* vector : {&v, &x, &force, &reaction, &residual}) vector->assign(particles, Vec3::Zero());
}

void StageResidual::evaluate(const StageProblem& p)
{
    const StageTimer timer(times_.force);
    parallel_for(v.size(), [&](std::size_t i) { x[i] = p.stage.x_hat[i] + p.stage.eta * v[i]; });
    p.forces.force(x, v, force);
    parallel_for(v.size(), [&](std::size_t i) {
        reaction[i] = p.state.mass[i] * (v[i] - p.stage.v_hat[i]) - p.stage.eta * force[i];
        residual[i] = reaction[i];
    });
    p.constraints.subtract_friction(v, residual);
    p.constraints.filter().apply(residual);
}

double StageResidual::scale(const StageProblem& p, bool has_barrier, std::span<Vec3> scratch)
{
    const StageTimer timer(times_.force);
    const auto momentum = [&](std::span<const Vec3> velocities) {
        parallel_for(scratch.size(), [&](std::size_t i) { scratch[i] = p.state.mass[i] * velocities[i]; });
        return norm(scratch);
    };
    if (!has_barrier || !p.constraints.contacts().has_moving_obstacles()) {
        p.forces.force(p.state.position, p.state.velocity, force);
        return momentum(p.state.velocity) + p.stage.eta * (norm(force) + p.forces.balanced_force(p.state.position));
    }
    // Barriers are where obstacles will be at the end of the step. An obstacle that moves may overlap cloth there
    // before the step is solved, with a force beside which any residual is small. The guess contains what it takes
    // along.
    p.forces.force_without_barriers(p.state.position, p.state.velocity, force);
    return std::max(momentum(p.state.velocity), momentum(v)) + p.stage.eta * norm(force);
}

double StageResidual::longest(std::span<const Vec3> a)
{
    const auto largest_of = [&](std::size_t begin, std::size_t end) {
        double size = 0;
        for (std::size_t i = begin; i < end; ++i) size = std::max(size, a[i].squaredNorm());
        return size;
    };
    return std::sqrt(largest_.reduce(a.size(), 0.0, largest_of, [](double b, double c) { return std::max(b, c); }));
}

}  // namespace tulle
