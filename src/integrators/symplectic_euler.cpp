#include "integrators/symplectic_euler.hpp"

#include "core/stage_clock.hpp"

namespace tulle {

StepReport SymplecticEuler::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                 ParticleState& state)
{
    {
        const StageTimer timer(times_.force);
        forces.force(state.position, state.velocity, force_);
    }
    parallel_for(state.size(),
                 [&](std::size_t i) { v_[i] = state.velocity[i] + (h * state.inverse_mass[i]) * force_[i]; });
    StepReport report;
    {
        const StageTimer timer(times_.contact);
        constraints.begin_step(h, end_time, state.position);
        constraints.prescribe_pins(v_);
    }
    if (filter_ != nullptr) {
        const StageTimer timer(times_.other);
        filter_->apply(state.position, v_, force_);  // force_ is scratch from here on
        v_.swap(force_);
    }
    {
        const StageTimer timer(times_.contact);
        constraints.predict_contacts(v_, state.mass);
        constraints.contacts().apply_impulses(state.position, v_, state.mass, h);
        constraints.hold_back(v_);
        report.contacts = constraints.contact_count();
    }
    parallel_for(state.size(), [&](std::size_t i) { state.position[i] += h * v_[i]; });
    advance_velocity(state, h, v_);
    constraints.contacts().remove_push_out(state.velocity);
    return report;
}

}  // namespace tulle
