#pragma once
// A handful of particles and springs without a scene: for integrators and their closed-form solutions.

#include "forces/gravity.hpp"
#include "forces/springs.hpp"
#include "integrators/integrator.hpp"

#include <memory>
#include <vector>

namespace tulle::testing {

struct SpringSystem {
    /// Springs are structural, with the stretch coefficients of `settings`; `pinned` particles stay where they are.
    SpringSystem(std::vector<Vec3> positions, std::vector<double> masses, const std::vector<Spring>& all_springs,
                 const SpringSettings& settings, const std::vector<int>& pinned, const Vec3& gravity,
                 std::unique_ptr<Force> another = nullptr)
    {
        const std::size_t n = positions.size();
        state.position = std::move(positions);
        state.velocity.assign(n, Vec3::Zero());
        state.previous_velocity.assign(n, Vec3::Zero());
        state.mass = std::move(masses);
        for (const double mass : state.mass) state.inverse_mass.push_back(1 / mass);
        std::vector<unsigned char> is_pinned(n, 0);
        for (const int p : pinned) {
            state.inverse_mass[p] = 0;
            is_pinned[p] = 1;
        }
        Pins pins;
        pins.add(PinDescription{}, pinned, state.position);
        constraints = std::make_unique<MotionConstraints>(
            std::move(pins), ActiveSet({}, std::vector<double>(n, 0.0), std::move(is_pinned)), n);
        std::vector<std::unique_ptr<Force>> all;
        all.push_back(std::make_unique<Gravity>(state.mass, gravity));
        auto springs = std::make_unique<Springs>(n);
        springs->add(all_springs, 0, settings);
        all.push_back(std::move(springs));
        if (another) all.push_back(std::move(another));
        forces = std::make_unique<ForceField>(n, std::move(all));
    }

    void use(const IntegratorSettings& settings, const SolverSettings& solver = {})
    {
        integrator = make_integrator(settings, solver, *forces, times);
    }

    StepReport step(double h)
    {
        time += h;
        forces->begin_step(state.position, time - 0.5 * h);
        return integrator->step(h, time, *forces, *constraints, state);
    }

    ParticleState state;
    std::unique_ptr<ForceField> forces;
    std::unique_ptr<MotionConstraints> constraints;
    StageTimes times;
    std::unique_ptr<Integrator> integrator;
    double time = 0;
};

/// Particle 1 on a spring of length 1 m from particle 0, which is pinned at the origin.
inline SpringSystem tethered_particle(const Vec3& start, double mass, double stiffness, const Vec3& gravity)
{
    SpringSettings settings;
    settings.stretch_stiffness = stiffness;
    settings.stretch_damping = 0;
    return SpringSystem({Vec3::Zero(), start}, {mass, mass}, {Spring{0, 1, 1.0, SpringKind::structural}}, settings, {0},
                        gravity);
}

}  // namespace tulle::testing
