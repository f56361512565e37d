#include "integrators/step_estimate.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

void StepStart::keep(const ParticleState& state, const ActiveSet& active)
{
    x = state.position;
    v = state.velocity;
    v_before = state.previous_velocity;
    h_before = state.previous_step;
    contacts.assign(active.active().begin(), active.active().end());
    impulse_time = active.impulse_time();
    feature_contacts.assign(active.feature_contacts().active().begin(), active.feature_contacts().active().end());
}

void StepStart::put_back(ParticleState& state, ActiveSet& active) const
{
    state.position = x;
    state.velocity = v;
    state.previous_velocity = v_before;
    state.previous_step = h_before;
    active.set_active(contacts, impulse_time);
    active.feature_contacts().set_active(feature_contacts);
}

double acting_time(const StepStart& start, double h, const ParticleState& state, BlockReducer<double>& sum)
{
    constexpr double longest = 1;  // s, where velocities hardly change
    const auto size = [&](const auto& of) {
        return std::sqrt(sum.sum(state.size(), 0.0, [&](std::size_t begin, std::size_t end) {
            double squares = 0;
            for (std::size_t i = begin; i < end; ++i)
                if (state.inverse_mass[i] > 0) squares += of(i).squaredNorm();
            return squares;
        }));
    };
    const double change = size([&](std::size_t i) -> Vec3 { return state.velocity[i] - start.v[i]; });
    const double speed = size([&](std::size_t i) -> Vec3 { return state.velocity[i]; });
    return h * speed < longest * change ? h * speed / change : longest;
}

void estimate_errors(Integrator& method, const StepStart& start, double h, ForceField& forces,
                     const MotionConstraints& constraints, const ParticleState& state, double acting,
                     StepErrors& errors, StepReport& report)
{
    const ActiveSet& contacts = constraints.contacts();
    const StepVelocities v{start.v_before, start.v, state.velocity, start.h_before, h};
    const LocalError local = start.h_before > 0 ? method.local_error(h / start.h_before) : LocalError{1, 0.5};
    TULLE_ASSERT(local.order == 1 || local.order == 2, local.order);
    const Defect defect = method.defect(forces, state);
    const double lever = std::max(defect.eta, acting);
    const double weight = contacts.any_new() ? 0 : local.constant * std::pow(h, local.order + 1);
    const std::span<const Vec3> stiff = local.order == 2 && weight > 0
                                            ? method.stiff_error(v, forces, constraints, state, report)
                                            : std::span<const Vec3>{};
    errors.has_defect = !defect.velocity.empty();
    parallel_for(state.size(), [&](std::size_t i) {
        errors.quadrature[i] = errors.defect[i] = 0;
        if (state.inverse_mass[i] == 0) return;
        const Vec3 derivative = local.order == 2 ? v.curvature(i) : v.slope(i);
        errors.quadrature[i] = stiff.empty() ? weight * derivative.norm() : stiff[i].norm();
        if (errors.has_defect) errors.defect[i] = lever * defect.velocity[i].norm();
    });
    if (!errors.has_defect) return;
    contacts.for_each_touching([&](int p) { errors.defect[p] = defect.eta * defect.velocity[p].norm(); });
}

}  // namespace tulle
