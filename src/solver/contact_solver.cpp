#include "solver/contact_solver.hpp"

#include "core/parallel.hpp"

#include <algorithm>

namespace tulle {

ContactSolver::ContactSolver(std::size_t particles, bool has_barrier, StageTimes& times)
    : has_barrier_(has_barrier), times_(times)
{
    if (!has_barrier_) return;
    for (auto* vector : {&remaining_, &free_, &whole_, &from_, &ahead_, &reach_})
        vector->assign(particles, Vec3::Zero());
}

void ContactSolver::begin_step(const StageProblem& p, std::span<Vec3> v)
{
    const StageTimer timer(times_.contact);
    p.constraints.begin_step(p.stage.h, p.stage.end_time, p.state.position);
    p.constraints.aim(p.stage.reach, p.stage.x_reach);
    if (!has_barrier_) return;
    // Prescribed velocities are a good guess, and seldom have to be cut.
    p.constraints.prescribe_pins(v);
    const double eta = p.stage.eta;
    parallel_for(v.size(), [&](std::size_t i) { ahead_[i] = p.stage.x_hat[i] + eta * v[i]; });
    p.forces.enter_step(p.state.position, ahead_);
    parallel_for(v.size(), [&](std::size_t i) { v[i] = (ahead_[i] - p.stage.x_hat[i]) / eta; });
}

void ContactSolver::predict(const StageProblem& p, std::span<const Vec3> v)
{
    const StageTimer timer(times_.contact);
    p.constraints.contacts().set_impulse_time(p.stage.eta);
    p.constraints.predict_contacts(v, p.state.mass);
}

void ContactSolver::begin_pass(const StageProblem& p, std::span<Vec3> v)
{
    advance_ = {};
    blocked_ = 0;
    waits_ = false;
    if (!has_barrier_) p.constraints.prescribe(v);
}

RemainingMotion ContactSolver::find_remaining_motion(const StageProblem& p, std::span<const Vec3> v)
{
    if (!has_barrier_ || !misses(p.constraints, v)) return RemainingMotion::none;
    if (waits_) {
        waits_ = false;
        return RemainingMotion::wait;
    }
    if (!p.constraints.can_yield()) return RemainingMotion::follow;
    const double left = farthest(v.size() - p.constraints.obstacle_vertex_count()).speed;  // of obstacles
    if (left == 0 || !advance_.ends(left)) return RemainingMotion::follow;
    p.constraints.yield_to(v);
    return misses(p.constraints, v) ? RemainingMotion::follow : RemainingMotion::none;
}

bool ContactSolver::follow_remaining_motion(const StageProblem& p, std::span<const Vec3> x, std::span<Vec3> direction,
                                            std::span<Vec3> v)
{
    // Contacts with obstacles may send two layers to one place. The reactions then show which contact must be released.
    constexpr int most_blocked = 3;
    std::copy(direction.begin(), direction.end(), whole_.begin());
    cut_each(p.forces, x, p.stage.eta, direction);
    const bool is_whole = std::ranges::equal(direction, whole_);
    // No line search bounds such a direction. If an obstacle advances however hard it presses, several such directions
    // in a row would throw light cloth further and further. Obstacles that give way stall before that.
    waits_ = !is_whole && !p.constraints.can_yield();
    parallel_for(v.size(), [&](std::size_t i) { v[i] += direction[i]; });
    if (is_whole) p.constraints.prescribe(v);  // removes rounding errors
    return is_whole || p.constraints.contacts().are_left_to_barriers() || ++blocked_ < most_blocked;
}

void ContactSolver::cut(const StageProblem& p, std::span<const Vec3> x, std::span<const Vec3> gradient,
                        std::span<Vec3> direction)
{
    if (!has_barrier_) return;
    std::copy(direction.begin(), direction.end(), whole_.begin());
    cut_each(p.forces, x, p.stage.eta, direction);
    if (dot_(gradient, direction) < 0) return;
    std::copy(whole_.begin(), whole_.end(), direction.begin());
    cut_all(p.forces, x, p.stage.eta, direction);
}

ActiveSetUpdate ContactSolver::update_active_set(const StageProblem& p, std::span<const Vec3> v,
                                                 std::span<const Vec3> reaction, int pass)
{
    const StageTimer timer(times_.contact);
    return p.constraints.update_active_set(v, reaction, p.state.mass, pass);
}

void ContactSolver::meet_constraints(const StageProblem& p, std::span<Vec3> v)
{
    if (has_barrier_) std::copy(v.begin(), v.end(), free_.begin());
    p.constraints.prescribe(v);
    const StageTimer timer(times_.contact);
    p.constraints.hold_back(v);
}

void ContactSolver::require_prescribed_motion(const StageProblem& p, std::span<Vec3> v, bool is_shortened,
                                              StepReport& report)
{
    if (!has_barrier_) return;
    constexpr double near = 1e-5;  // m
    const bool stays = stays_free(p, v);
    if ((stays && !is_shortened) || !misses(p.constraints, v)) return;
    const Farthest left = farthest();
    if (stays && p.stage.reach * left.speed <= near) return;
    report.status = StepStatus::intersecting;
    report.worst_particle = left.particle;
}

/// Computes the remaining motion from velocities v to the prescribed velocities. Returns whether there is any.
bool ContactSolver::misses(const MotionConstraints& constraints, std::span<const Vec3> v)
{
    constexpr double arrived = 1e-9;  // m/s
    std::copy(v.begin(), v.end(), remaining_.begin());
    constraints.prescribe(remaining_);
    const double longest = largest_.reduce(
        v.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
            double most = 0;
            for (std::size_t i = begin; i < end; ++i) {
                remaining_[i] -= v[i];
                most = std::max(most, remaining_[i].cwiseAbs().maxCoeff());
            }
            return most;
        },
        [](double a, double b) { return std::max(a, b); });
    return longest > arrived;
}

/// Returns the particle with the largest remaining motion, of the particles from `first` on.
ContactSolver::Farthest ContactSolver::farthest(std::size_t first) const
{
    Farthest found;
    for (std::size_t i = first; i < remaining_.size(); ++i)
        if (remaining_[i].norm() > found.speed) found = {static_cast<int>(i), remaining_[i].norm()};
    return found;
}

/// Cuts the direction of every particle by a part of its own, to collision-free motions from x.
void ContactSolver::cut_each(ForceField& forces, std::span<const Vec3> x, double time, std::span<Vec3> direction)
{
    const StageTimer timer(times_.contact);
    parallel_for(x.size(), [&](std::size_t i) {
        from_[i] = x[i];
        ahead_[i] = x[i] + time * direction[i];
    });
    std::copy(ahead_.begin(), ahead_.end(), reach_.begin());
    forces.limit_motion(from_, ahead_);
    parallel_for(x.size(), [&](std::size_t i) {
        if (ahead_[i] != reach_[i]) direction[i] = (ahead_[i] - x[i]) / time;
    });
}

/// Cuts all directions by the same part.
void ContactSolver::cut_all(ForceField& forces, std::span<const Vec3> x, double time, std::span<Vec3> direction)
{
    const StageTimer timer(times_.contact);
    parallel_for(x.size(), [&](std::size_t i) { ahead_[i] = x[i] + time * direction[i]; });
    const double part = forces.max_collision_free_step(x, ahead_);
    parallel_for(direction.size(), [&](std::size_t i) { direction[i] *= part; });
}

/// Returns whether the motion from the last known collision-free velocities to v is collision-free. If it is not, sets
/// v back to those velocities.
bool ContactSolver::stays_free(const StageProblem& p, std::span<Vec3> v)
{
    if (std::ranges::equal(free_, v)) return true;
    parallel_for(v.size(), [&](std::size_t i) {
        from_[i] = p.stage.x_reach[i] + p.stage.reach * free_[i];
        ahead_[i] = p.stage.x_reach[i] + p.stage.reach * v[i];
    });
    const StageTimer timer(times_.contact);
    if (p.forces.max_collision_free_step(from_, ahead_) == 1) return true;
    std::copy(free_.begin(), free_.end(), v.begin());
    return false;
}

}  // namespace tulle
