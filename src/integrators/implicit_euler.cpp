#include "integrators/implicit_euler.hpp"

#include "core/stage_clock.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

// Largest (A_ii - m_i)/m_i for updates of the constant matrix. Above it q exceeds 0.995, and Newton directions are
// faster, in hanging and in draping cloth (measured in docs/theory/implicit-euler.md).
constexpr double newton_above = 200;

// If a step has not converged after this many updates, sliding contacts mislead the updates, and Newton's method
// finishes the step.
constexpr int update_patience = 40;

// Few updates leave most of a step as it was guessed. The guess therefore carries along this part of the change that
// the springs made in the last step. With larger parts oscillations can grow (docs/theory/implicit-euler.md, "A limited
// number of updates").
constexpr double carried = 0.5;

IntegratorSettings with_patience(IntegratorSettings settings)
{
    if (settings.update == UpdateKind::automatic)
        settings.max_iterations = std::min(settings.max_iterations, update_patience);
    return settings;
}

StageApproach imex_approach(UpdateKind update)
{
    switch (update) {
        case UpdateKind::none:
            return StageApproach::once;
        case UpdateKind::bare:
            return StageApproach::bare;
        case UpdateKind::limited:
            return StageApproach::limited;
        case UpdateKind::automatic:
        case UpdateKind::accelerated:
            break;
    }
    return StageApproach::accelerated;
}

}  // namespace

bool imex_takes_newton(double stiffness_ratio) { return stiffness_ratio > newton_above; }

ImplicitEuler::ImplicitEuler(Kind kind, const IntegratorSettings& settings, const SolverSettings& solver,
                             const ForceField& forces, StageTimes& times)
    : settings_(settings),
      solver_(solver),
      times_(times),
      particles_(forces.particle_count()),
      uses_newton_(kind == Kind::backward)
{
    if (kind == Kind::imex) {
        imex_ = std::make_unique<ImplicitStageSolver<double>>(imex_approach(settings.update), with_patience(settings),
                                                              solver, forces, times);
    } else {
        newton_ = std::make_unique<ImplicitStageSolver<Mat3>>(
            settings.newton == NewtonKind::once ? StageApproach::once : StageApproach::newton, settings, solver, forces,
            times, &lagged_);
    }
}

std::string_view ImplicitEuler::name() const { return imex_ ? "imex-euler" : "backward-euler"; }

std::string ImplicitEuler::description() const
{
    const std::string method(name());
    const bool once = imex_ ? settings_.update == UpdateKind::none : settings_.newton == NewtonKind::once;
    if (once) return method + ", one linear solve";
    if (uses_newton_) return method + ", Newton directions";
    if (settings_.update == UpdateKind::bare) return method + ", bare updates";
    if (is_limited())
        return method + ", " + std::to_string(settings_.updates) + (settings_.updates == 1 ? " update" : " updates") +
               " per step";
    const bool is_open = settings_.update == UpdateKind::automatic && chosen_for_h_ == 0;
    return method + (is_open ? ", updates or Newton directions as the first step decides" : ", accelerated updates");
}

std::string ImplicitEuler::reason() const
{
    if (!imex_ || chosen_for_h_ == 0) return {};
    if (has_barrier_) return "a constant matrix knows nothing of what touches";
    const double shown = uses_newton_ ? std::ceil(stiffness_ratio_) : std::floor(stiffness_ratio_);
    const std::string border = std::to_string(std::lround(newton_above));
    return "springs add up to " + std::to_string(std::lround(shown)) + " times a particle's mass to the matrix; " +
           (uses_newton_ ? "above " + border + " updates would converge too slowly"
                         : "up to " + border + " updates are faster than Newton directions");
}

bool ImplicitEuler::is_limited() const { return imex_ && settings_.update == UpdateKind::limited; }

/// Sets the initial guess of the updates.
void ImplicitEuler::guess_velocity(double h, ForceField& forces, const MotionConstraints& constraints,
                                   const ParticleState& state)
{
    const std::span<Vec3> v = imex_->velocity();
    predict_velocity(state, h, v);
    if (!is_limited()) return;
    // Updates need not find the effect of obstacles: particles in contact keep their predicted velocities.
    touching_.clear();
    constraints.contacts().for_each_touching([&](int p) { touching_.emplace_back(p, v[p]); });
    loose_force_.resize(state.size());
    {
        const StageTimer timer(times_.force);
        forces.loose_force(state.position, state.velocity, loose_force_);
    }
    parallel_for(state.size(), [&](std::size_t i) {
        const Vec3 loose = state.velocity[i] + (h * state.inverse_mass[i]) * loose_force_[i];
        v[i] = state.previous_step > 0 ? Vec3(loose + carried * (v[i] - loose)) : loose;
    });
    for (const auto& [p, goes_on] : touching_) v[p] = goes_on;
}

void ImplicitEuler::choose_matrix(double h, ForceField& forces, const ParticleState& state)
{
    if (!imex_) return;
    const bool changed = forces.update_stiff_part(state.position);
    if (changed) imex_->stiff_part_changed();
    if (settings_.update != UpdateKind::automatic || (chosen_for_h_ == h && !changed)) return;
    // The constant matrix does not contain barriers.
    has_barrier_ = forces.has_barrier();
    if (!has_barrier_) stiffness_ratio_ = imex_->stiffness_ratio(h, forces, state);
    uses_newton_ = has_barrier_ || imex_takes_newton(stiffness_ratio_);
    chosen_for_h_ = h;
}

/// Fills and factors the matrix up front if the number of updates is limited, so that the first frame is not slower
/// than the rest.
void ImplicitEuler::prepare(double h, ForceField& forces, const MotionConstraints& constraints,
                            const ParticleState& state)
{
    if (!is_limited()) return;
    choose_matrix(h, forces, state);
    imex_->prepare(h, forces, constraints, state);
}

ImplicitStageSolver<Mat3>& ImplicitEuler::newton(const ForceField& forces)
{
    if (!newton_)
        newton_ = std::make_unique<ImplicitStageSolver<Mat3>>(StageApproach::newton, settings_, solver_, forces, times_,
                                                              &lagged_);
    return *newton_;
}

Defect ImplicitEuler::defect(ForceField& forces, const ParticleState& state)
{
    if (!imex_ || settings_.update != UpdateKind::none) return {};
    const double h = state.previous_step;
    const std::span<const Vec3> reaction = imex_->reaction();
    defect_.resize(state.size());
    {
        const StageTimer timer(times_.force);
        forces.force(state.position, state.velocity, defect_);
    }
    parallel_for(state.size(), [&](std::size_t i) {
        const Vec3 change = state.velocity[i] - state.previous_velocity[i];
        defect_[i] = state.inverse_mass[i] * (h * defect_[i] + reaction[i]) - change;
    });
    return {defect_, h};
}

StepReport ImplicitEuler::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                               ParticleState& state)
{
    choose_matrix(h, forces, state);
    // Within a nonlinear solve, rates of change are backward differences over the step. A step that is linearised once
    // takes the damping at its start, where nothing has changed yet; there rates follow from the velocities.
    const bool is_linear = imex_ ? settings_.update == UpdateKind::none : settings_.newton == NewtonKind::once;
    if (!is_linear) forces.set_rate_step(h);
    const ImplicitStage stage{h, end_time, h, state.position, state.velocity, h, state.position};
    StepReport report;
    const auto finish = [&](auto& solver) {
        const std::span<const Vec3> v = solver.velocity();
        parallel_for(state.size(), [&](std::size_t i) { state.position[i] += h * v[i]; });
        advance_velocity(state, h, v);
        constraints.contacts().finish(solver.reaction(), state.velocity, state.previous_velocity, state.mass);
        forces.set_rate_step(0);
        return report;
    };
    if (!uses_newton_) {
        guess_velocity(h, forces, constraints, state);
        imex_->solve(stage, forces, constraints, state, report);
        const bool ends = report.status == StepStatus::ok || settings_.update != UpdateKind::automatic;
        if (ends) return finish(*imex_);
    }
    predict_velocity(state, h, newton(forces).velocity());
    newton_->solve(stage, forces, constraints, state, report);
    return finish(*newton_);
}

}  // namespace tulle
