#pragma once
// What a step did to the particles, and how wrong it was: the state it started from, to undo it or to judge it by.

#include "core/reduce.hpp"
#include "integrators/integrator.hpp"

namespace tulle {

/// State and contacts at the start of a step.
struct StepStart {
    explicit StepStart(std::size_t particles) : x(particles), v(particles), v_before(particles) {}
    void keep(const ParticleState& state, const ActiveSet& active);
    void put_back(ParticleState& state, ActiveSet& active) const;

    std::vector<Vec3> x, v, v_before;  // m, m/s; v_before: one step earlier
    double h_before = 0;               // s, that earlier step; 0 when there was none
    std::vector<Contact> contacts;
    std::vector<FeatureContact> feature_contacts;
    double impulse_time = 0;  // s, of what contacts remember
};

/// How long [s] an error of the velocities goes on moving particles: until velocities have become others, |v|/|dv/dt|
/// of the whole cloth, but at most a second. `sum` is scratch.
[[nodiscard]] double acting_time(const StepStart& start, double h, const ParticleState& state,
                                 BlockReducer<double>& sum);

/// Errors [m] of every position that a step leads to; zero for pinned particles.
struct StepErrors {
    explicit StepErrors(std::size_t particles) : quadrature(particles), defect(particles) {}
    [[nodiscard]] double total(std::size_t i) const { return quadrature[i] + defect[i]; }

    std::vector<double> quadrature;  // of x' = v, and what stiff springs make of it
    std::vector<double> defect;      // of what the step left of its equations
    bool has_defect = false;
};

/// Estimates them for a step of size h [s] by `method` from `start` to `state`:
///     quadrature  constant * h^(p+1) * |d^p v/dt^p| (see LocalError), by divided differences of the velocities,
///                 or the stiff error where the method knows it
///     defect      max(eta, acting) * |defect|, an error of the velocities that acts for the time `acting` [s]; with 0
///                 it is what has come of it at the end of the step, which is all that counts for particles that
///                 touch: surfaces, not the past, decide on their velocities Without a past the second derivative is
///                 unknown; the step is then
/// judged as one of Euler, which errs on the safe side. Where a contact has appeared velocities have jumped and tell
/// nothing; the defect alone is judged.
void estimate_errors(Integrator& method, const StepStart& start, double h, ForceField& forces,
                     const MotionConstraints& constraints, const ParticleState& state, double acting,
                     StepErrors& errors, StepReport& report);

}  // namespace tulle
