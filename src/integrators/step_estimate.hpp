#pragma once
// Error estimate of a step, and the state at its start, from which the step is judged or undone.

#include "core/reduce.hpp"
#include "integrators/integrator.hpp"

namespace tulle {

/// State and contacts at the start of a step.
struct StepStart {
    explicit StepStart(std::size_t particles) : x(particles), v(particles), v_before(particles) {}
    void keep(const ParticleState& state, const ActiveSet& active);
    void put_back(ParticleState& state, ActiveSet& active) const;

    std::vector<Vec3> x, v, v_before;  // m, m/s; v_before: one step earlier
    double h_before = 0;               // s, size of the step before; 0: there was none
    std::vector<Contact> contacts;
    std::vector<FeatureContact> feature_contacts;
    double impulse_time = 0;  // s, of the impulses that contacts remember
};

/// Returns the time [s] for which an error of the velocities moves particles: the time |v|/|dv/dt| in which the
/// velocities of the whole cloth change completely, but at most one second. `sum` is scratch.
[[nodiscard]] double acting_time(const StepStart& start, double h, const ParticleState& state,
                                 BlockReducer<double>& sum);

/// Errors [m] of the positions at the end of a step, per particle; zero for pinned particles.
struct StepErrors {
    explicit StepErrors(std::size_t particles) : quadrature(particles), defect(particles) {}
    [[nodiscard]] double total(std::size_t i) const { return quadrature[i] + defect[i]; }

    std::vector<double> quadrature;  // of x' = v, or the stiff error of the method
    std::vector<double> defect;      // of the residual that the step left in its equations
    bool has_defect = false;
};

/// Estimates the errors of a step of size h [s] by `method` from `start` to `state`:
///     quadrature  constant * h^(p+1) * |d^p v/dt^p| (see LocalError), by divided differences of the velocities,
///                 or the stiff error if the method returns one
///     defect      max(eta, acting) * |defect|: an error of the velocities that acts for the time `acting` [s].
///                 With acting = 0 the product is the error at the end of the step. Particles in contact always
///                 have acting = 0, because surfaces, not earlier velocities, determine their velocities.
/// The first step has no earlier velocities, so the second derivative is unknown: the error of Euler's method is taken,
/// which is larger. In a step in which a contact appears, velocities jump, and their divided differences say nothing
/// about the error; the estimate is then the defect alone.
void estimate_errors(Integrator& method, const StepStart& start, double h, ForceField& forces,
                     const MotionConstraints& constraints, const ParticleState& state, double acting,
                     StepErrors& errors, StepReport& report);

}  // namespace tulle
