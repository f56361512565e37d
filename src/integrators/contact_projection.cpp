#include "integrators/contact_projection.hpp"

#include "integrators/choice_of.hpp"
#include "integrators/substeps.hpp"
#include "state/kinetic_energy.hpp"

#include <algorithm>
#include <utility>

namespace tulle {
namespace {

void add_part(const StepReport& part, StepReport& whole)
{
    whole.status = std::max(whole.status, part.status);
    if (part.worst_particle >= 0) whole.worst_particle = part.worst_particle;
    accumulate(part, whole);
    whole.speed_left = std::max(whole.speed_left, part.speed_left);
}

}  // namespace

bool solves_with_barrier(const IntegratorSettings& settings)
{
    const IntegratorAbilities can = abilities_of(settings.method);
    if (can.updates && settings.update != UpdateKind::automatic) return false;
    if (can.newton_kinds && settings.newton == NewtonKind::once) return false;
    return can.barriers;
}

SplitBarrier::SplitBarrier(std::unique_ptr<Force> barrier, ForceField& others)
{
    const std::size_t particles = others.particle_count();
    auto change = std::make_unique<ForceChange>(others, particles);
    change_ = change.get();
    std::vector<std::unique_ptr<Force>> both;
    both.push_back(std::move(barrier));
    both.push_back(std::move(change));
    field_ = std::make_unique<ForceField>(particles, std::move(both));
}

ContactProjection::ContactProjection(std::unique_ptr<Integrator> method, SplitBarrier* barrier,
                                     const IntegratorSettings& settings, const SolverSettings& solver,
                                     std::size_t particles, StageTimes& times)
    : method_(std::move(method)), barrier_(barrier), starts_(most_halvings + 1, StepStart(particles))
{
    if (barrier_ == nullptr) return;
    SolverSettings plain = solver;
    plain.method = SolverMethod::cg;
    plain.preconditioner = PreconditionerKind::ic0;
    barrier_solver_ = std::make_unique<ImplicitStageSolver<Mat3>>(StageApproach::newton, settings, plain,
                                                                  barrier->with_change(), times);
    bodies_ = std::make_unique<EnergyLimitingDissipation>(*barrier->with_change().pattern());
    mean_.resize(particles);
}

StepReport ContactProjection::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                   ParticleState& state)
{
    StepReport report;
    report.substeps = 0;
    take(h, end_time, 0, forces, constraints, state, report);
    return report;
}

void ContactProjection::take(double h, double end_time, int halvings, ForceField& forces,
                             MotionConstraints& constraints, ParticleState& state, StepReport& report)
{
    StepStart& start = starts_[halvings];
    start.keep(state, constraints.contacts());
    if (halvings > 0) forces.begin_step(state.position, end_time - 0.5 * h);
    StepReport part = method_->step(h, end_time, forces, constraints, state);
    bool is_corrected = false;
    if (barrier_ != nullptr) {
        is_corrected = correct_with_barrier(h, end_time, start, constraints, state, part);
    } else if (method_->order() > 1 && part.status != StepStatus::intersecting) {
        const Touching touching = touching_of(start, forces, constraints, state);
        if (touching == Touching::gains) {
            // The method continues a motion that has ended at a barrier. Without a past it is backward Euler, which
            // gains no energy.
            start.put_back(state, constraints.contacts());
            method_->undo_step();
            method_->restart();
            forces.begin_step(state.position, end_time - 0.5 * h);
            const StepReport undone = std::exchange(part, method_->step(h, end_time, forces, constraints, state));
            part.nonlinear_iterations += undone.nonlinear_iterations;
            part.linear_iterations += undone.linear_iterations;
            part.matrix_refills += undone.matrix_refills;
        }
        is_corrected = touching == Touching::is_driven;
    }
    const bool is_intersecting = part.status == StepStatus::intersecting;
    if (!is_intersecting || halvings == most_halvings) {
        add_part(part, report);
        report.count_substep(h);
    }
    if (!is_intersecting) {
        // The past of the method is that before the impact, and would continue the motion through the barrier.
        if (is_corrected) method_->restart();
        return;
    }
    start.put_back(state, constraints.contacts());
    method_->undo_step();
    if (halvings == most_halvings) return;
    ++report.rejected_steps;
    take(0.5 * h, end_time - 0.5 * h, halvings + 1, forces, constraints, state, report);
    if (report.status == StepStatus::intersecting) return;
    take(0.5 * h, end_time, halvings + 1, forces, constraints, state, report);
}

double ContactProjection::energy(ForceField& forces, std::span<const Vec3> x, std::span<const Vec3> v,
                                 std::span<const double> mass)
{
    return kinetic_energy(mass, v, sum_) + forces.energy(x);
}

ContactProjection::Touching ContactProjection::touching_of(const StepStart& start, ForceField& forces,
                                                           const MotionConstraints& constraints,
                                                           const ParticleState& state)
{
    constexpr double slack = 1e-7;  // of the kinetic energy plus that of the barriers
    const double pressing = forces.barrier_energy(state.position);
    if (pressing == 0 && forces.barrier_energy(start.x) == 0) return Touching::none;
    if (constraints.moves()) return Touching::is_driven;
    const double before = energy(forces, start.x, start.v, state.mass);
    const double scale = kinetic_energy(state.mass, start.v, sum_) + pressing;
    const bool gains = energy(forces, state.position, state.velocity, state.mass) > before + slack * scale;
    return gains ? Touching::gains : Touching::without_gain;
}

bool ContactProjection::correct_with_barrier(double h, double end_time, const StepStart& start,
                                             MotionConstraints& constraints, ParticleState& state, StepReport& report)
{
    ForceField& field = barrier_->with_change();
    before_.position.assign(start.x.begin(), start.x.end());
    before_.velocity.assign(start.v.begin(), start.v.end());
    before_.mass = state.mass;
    before_.inverse_mass = state.inverse_mass;
    field.begin_step(before_.position, end_time - 0.5 * h);
    const double barrier_energy = field.barrier_energy(before_.position);  // J
    if (field.barrier_energy(state.position) == 0 && barrier_energy == 0 &&
        field.max_collision_free_step(before_.position, state.position) == 1)
        return false;

    parallel_for(mean_.size(), [&](std::size_t i) { mean_[i] = (state.position[i] - start.x[i]) / h; });
    barrier_->change().start_from(state.position, mean_);
    // Contact may leave no more energy than the larger of two values: the energy at the start of the step, and the
    // energy with which the method alone has ended.
    const double passed = kinetic_energy(state.mass, state.velocity, sum_) + barrier_->change().energy(state.position);
    const double most =
        std::max(energy(field, before_.position, before_.velocity, state.mass), passed + barrier_energy);

    std::ranges::copy(mean_, barrier_solver_->velocity().begin());
    StepReport barrier;
    barrier_solver_->solve({h, end_time, h, before_.position, mean_, h, before_.position}, field, constraints, before_,
                           barrier);
    add_part(barrier, report);
    const std::span<const Vec3> v = barrier_solver_->velocity();
    parallel_for(mean_.size(), [&](std::size_t i) {
        state.position[i] = start.x[i] + h * v[i];
        state.velocity[i] += v[i] - mean_[i];
    });
    if (constraints.moves()) return true;  // their work may be of any size
    const double excess = energy(field, state.position, state.velocity, state.mass) - most;
    if (!(excess > 0)) return true;
    touches_.clear();
    field.add_barrier_hessian(state.position, state.velocity, -1, 0, touches_);
    bodies_->take(excess, touches_, constraints.filter(), {state.position, state.mass, state.velocity});
    return true;
}

}  // namespace tulle
