#include "integrators/guarded_steps.hpp"

#include "integrators/substeps.hpp"

#include <algorithm>
#include <utility>

namespace tulle {
namespace {

void add_part(const StepReport& part, StepReport& whole)
{
    whole.status = std::max(whole.status, part.status);
    accumulate(part, whole);
}

}  // namespace

bool solves_for_walls(const IntegratorSettings& settings)
{
    if (settings.method == "imex-euler") return settings.update == UpdateKind::automatic;
    if (settings.method == "backward-euler") return settings.newton != NewtonKind::once;
    return settings.method == "bdf2";
}

GuardedSteps::GuardedSteps(std::unique_ptr<Integrator> method, ForceField* walls, const IntegratorSettings& settings,
                           const SolverSettings& solver, std::size_t particles, StageTimes& times)
    : method_(std::move(method)), walls_(walls), starts_(most_halvings + 1, StepStart(particles))
{
    if (walls_ == nullptr) return;
    SolverSettings plain = solver;
    plain.method = SolverMethod::cg;
    plain.preconditioner = PreconditionerKind::ic0;
    wall_solver_ = std::make_unique<ImplicitStageSolver<Mat3>>(StageApproach::newton, settings, plain, *walls, times);
    mean_.resize(particles);
}

StepReport GuardedSteps::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                              ParticleState& state)
{
    StepReport report;
    report.substeps = 0;
    take(h, end_time, 0, forces, constraints, state, report);
    return report;
}

void GuardedSteps::take(double h, double end_time, int halvings, ForceField& forces, MotionConstraints& constraints,
                        ParticleState& state, StepReport& report)
{
    StepStart& start = starts_[halvings];
    start.keep(state, constraints.contacts());
    if (halvings > 0) forces.begin_step(state.position, end_time - 0.5 * h);
    StepReport part = method_->step(h, end_time, forces, constraints, state);
    if (walls_ != nullptr) keep_before_walls(h, end_time, start, constraints, state, part);
    const bool is_tangled = part.status == StepStatus::entangled;
    if (!is_tangled || halvings == most_halvings) {
        add_part(part, report);
        report.count_substep(h);
        if (!is_tangled) return;
    }
    start.put_back(state, constraints.contacts());
    method_->undo_step();
    if (halvings == most_halvings) return;
    ++report.rejected_steps;
    take(0.5 * h, end_time - 0.5 * h, halvings + 1, forces, constraints, state, report);
    if (report.status == StepStatus::entangled) return;
    take(0.5 * h, end_time, halvings + 1, forces, constraints, state, report);
}

void GuardedSteps::keep_before_walls(double h, double end_time, const StepStart& start, MotionConstraints& constraints,
                                     ParticleState& state, StepReport& report)
{
    before_.position.assign(start.x.begin(), start.x.end());
    before_.velocity.assign(start.v.begin(), start.v.end());
    before_.mass = state.mass;
    before_.inverse_mass = state.inverse_mass;
    parallel_for(mean_.size(), [&](std::size_t i) { mean_[i] = (state.position[i] - start.x[i]) / h; });
    walls_->begin_step(before_.position, end_time - 0.5 * h);
    std::ranges::copy(mean_, wall_solver_->velocity().begin());
    StepReport walls;
    wall_solver_->solve({h, end_time, h, before_.position, mean_, h, before_.position}, *walls_, constraints, before_,
                        walls);
    add_part(walls, report);
    const std::span<const Vec3> v = wall_solver_->velocity();
    parallel_for(mean_.size(), [&](std::size_t i) {
        state.position[i] = start.x[i] + h * v[i];
        state.velocity[i] += v[i] - mean_[i];
    });
}

}  // namespace tulle
