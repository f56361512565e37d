#include "solver/energy_limit.hpp"

#include "core/parallel.hpp"
#include "state/kinetic_energy.hpp"

#include <algorithm>

namespace tulle {

void EnergyLimit::measure_start(const StageProblem& p)
{
    if (!(tolerance_ > 0) || !is_euler(p) || p.constraints.moves()) return;
    constexpr double part = 1e-3;  // of the kinetic energy of all particles at the velocity tolerance
    double mass = 0;
    for (const double m : p.state.mass) mass += m;
    most_ = kinetic_energy(p.state.mass, p.state.velocity, sum_) + p.forces.energy(p.state.position) +
            part * 0.5 * mass * tolerance_ * tolerance_;
}

bool EnergyLimit::is_exceeded(const StageProblem& p, std::span<const Vec3> v, std::span<Vec3> x)
{
    if (!(most_ < std::numeric_limits<double>::infinity())) return false;
    // Contacts that push particles out of an obstacle lift them, which may add energy.
    const auto pushes_out = [](const Contact& contact) { return contact.target > 0; };
    if (std::ranges::any_of(p.constraints.contacts().active(), pushes_out)) return false;
    return end_energy(p, v, x) > most_;
}

bool EnergyLimit::shorten(const StageProblem& p, std::span<Vec3> v, std::span<Vec3> x)
{
    if (!is_euler(p) || p.constraints.contact_count() == 0 || p.constraints.moves()) return false;
    constexpr int halvings = 20;
    constexpr double slack = 1e-6;  // of the kinetic energy
    const double kinetic = kinetic_energy(p.state.mass, p.state.velocity, sum_);
    const double most = kinetic + p.forces.energy(p.state.position) + slack * kinetic;
    int k = 0;
    for (; k <= halvings && !(end_energy(p, v, x) <= most); ++k) {
        const double part = k < halvings ? 0.5 : 0;
        parallel_for(v.size(), [&](std::size_t i) { v[i] *= part; });
    }
    return k > 0;
}

/// Returns the energy [J] at the end of the step with velocity v.
double EnergyLimit::end_energy(const StageProblem& p, std::span<const Vec3> v, std::span<Vec3> x)
{
    parallel_for(v.size(), [&](std::size_t i) { x[i] = p.stage.x_reach[i] + p.stage.reach * v[i]; });
    return kinetic_energy(p.state.mass, v, sum_) + p.forces.energy(x);
}

}  // namespace tulle
