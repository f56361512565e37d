#pragma once
// What a step did to the particles, and how wrong it was: the state it started from, to undo it or to judge it by.

#include "integrators/integrator.hpp"

namespace tulle {

/// State and contacts at the start of a step.
struct StepStart {
    explicit StepStart(std::size_t particles) : x(particles), v(particles), v_before(particles) {}
    void keep(const ParticleState& state, const Contacts& active);
    void put_back(ParticleState& state, Contacts& active) const;

    std::vector<Vec3> x, v, v_before;  // m, m/s; v_before: one step earlier
    double h_before = 0;               // s, that earlier step; 0 when there was none
    std::vector<Contact> contacts;
    std::vector<SpanContact> span_contacts;
};

/// The estimated error [m] of every position after a step of size h [s] by `method` from `start` to `state`:
///     constant * h^(p+1) * |d^p v/dt^p| (see LocalError), by divided differences of the velocities, plus |defect|.
/// Zero for pinned particles. Without a past the second derivative is unknown; the step is then judged as one of Euler,
/// which errs on the safe side. Where a contact has appeared velocities have jumped and tell nothing; the defect alone
/// is judged.
void estimate_errors(Integrator& method, const StepStart& start, double h, ForceField& forces, const Contacts& contacts,
                     const ParticleState& state, std::span<double> errors);

}  // namespace tulle
