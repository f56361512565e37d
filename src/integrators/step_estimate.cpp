#include "integrators/step_estimate.hpp"

#include <cmath>

namespace tulle {

void StepStart::keep(const ParticleState& state, const Contacts& active)
{
    x = state.position;
    v = state.velocity;
    v_before = state.previous_velocity;
    h_before = state.previous_step;
    contacts.assign(active.active().begin(), active.active().end());
    span_contacts.assign(active.spans().active().begin(), active.spans().active().end());
}

void StepStart::put_back(ParticleState& state, Contacts& active) const
{
    state.position = x;
    state.velocity = v;
    state.previous_velocity = v_before;
    state.previous_step = h_before;
    active.set_active(contacts);
    active.spans().set_active(span_contacts);
}

void estimate_errors(Integrator& method, const StepStart& start, double h, ForceField& forces, const Contacts& contacts,
                     const ParticleState& state, std::span<double> errors)
{
    const double h_before = start.h_before;
    const LocalError local = h_before > 0 ? method.local_error(h / h_before) : LocalError{1, 0.5};
    const std::span<const Vec3> defect = method.defect(forces, state);
    const double weight = contacts.any_new() ? 0 : local.constant * std::pow(h, local.order + 1);
    parallel_for(state.size(), [&](std::size_t i) {
        errors[i] = 0;
        if (state.inverse_mass[i] == 0) return;
        Vec3 derivative = (state.velocity[i] - start.v[i]) / h;
        if (local.order == 2)
            derivative = 2 * (derivative - (start.v[i] - start.v_before[i]) / h_before) / (h + h_before);
        errors[i] = weight * derivative.norm();
        if (!defect.empty()) errors[i] += defect[i].norm();
    });
}

}  // namespace tulle
