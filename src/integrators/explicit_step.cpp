#include "integrators/explicit_step.hpp"

#include "core/stage_clock.hpp"

#include <algorithm>

namespace tulle {

void ExplicitStep::begin(double h, double end_time, MotionConstraints& constraints, ParticleState& state)
{
    const StageTimer timer(times_.contact);
    std::copy(state.position.begin(), state.position.end(), x_start_.begin());
    std::copy(state.velocity.begin(), state.velocity.end(), v_start_.begin());
    constraints.begin_step(h, end_time, x_start_);
    constraints.prescribe_pins(state.velocity);
}

void ExplicitStep::end(double h, double share, MotionConstraints& constraints, ParticleState& state)
{
    const StageTimer timer(times_.contact);
    // Formulas keep the velocities of pinned particles only up to rounding.
    constraints.prescribe_pins(state.velocity);
    parallel_for(state.size(), [&](std::size_t i) {
        if (state.inverse_mass[i] == 0) state.position[i] = x_start_[i] + h * state.velocity[i];
    });
    ActiveSet& contacts = constraints.contacts();
    if (contacts.has_obstacles()) {
        mean_.resize(state.size());
        free_.resize(state.size());
        parallel_for(state.size(), [&](std::size_t i) {
            mean_[i] = (state.position[i] - x_start_[i]) / h;
            free_[i] = state.velocity[i];
        });
        constraints.predict_contacts(mean_, state.mass);
        // The impulse, with friction in proportion, changes the velocity; `share` of this change also acts on the path.
        contacts.apply_impulses(x_start_, state.velocity, state.mass, h);
        contacts.for_each_touching([&](int p) {
            mean_[p] += share * (state.velocity[p] - free_[p]);
            free_[p] = state.velocity[p];  // a second visit of the particle adds nothing
        });
        contacts.clear_obstacles(mean_);
        contacts.for_each_touching([&](int p) { state.position[p] = x_start_[p] + h * mean_[p]; });
        contacts.for_each_depenetration(x_start_, mean_, h, [&](int p, const Vec3& safe) {
            state.velocity[p] = safe;
            state.position[p] = x_start_[p] + h * state.velocity[p];
        });
        contacts.remove_push_out(state.velocity);
    }
    std::copy(v_start_.begin(), v_start_.end(), state.previous_velocity.begin());
    state.previous_step = h;
}

void ExplicitStep::cancel(ParticleState& state) const
{
    std::copy(x_start_.begin(), x_start_.end(), state.position.begin());
    std::copy(v_start_.begin(), v_start_.end(), state.velocity.begin());
}

}  // namespace tulle
