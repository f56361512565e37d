#pragma once
// Pins and contacts of explicit methods. A formula moves the particles freely from x to x+, v+. Pinned particles follow
// their prescribed motion. Contact tests the straight path from x to x+, and a particle that would end inside an
// obstacle is stopped at the obstacle's surface.

#include "integrators/integrator.hpp"

namespace tulle {

class ExplicitStep {
public:
    ExplicitStep(std::size_t particles, StageTimes& times) : times_(times), x_start_(particles), v_start_(particles) {}

    /// Must be called before the formula. Sets the velocities of pinned particles; the formula keeps these velocities,
    /// because the mass of pinned particles is infinite.
    void begin(double h, double end_time, MotionConstraints& constraints, ParticleState& state);
    /// Must be called after the formula. Applies contacts and stores the velocity before the step. `share` is the part
    /// of a velocity change that also moves the particle within the same step: a half for formulas with
    /// x+ = x + h v + h^2/2 a.
    void end(double h, double share, MotionConstraints& constraints, ParticleState& state);
    /// Must be called instead of `end` if the formula has failed. Restores the state before `begin`.
    void cancel(ParticleState& state) const;

private:
    StageTimes& times_;
    std::vector<Vec3> x_start_, v_start_;  // m, m/s
    std::vector<Vec3> free_, mean_;        // m/s: velocity without contacts; mean velocity over the step
};

}  // namespace tulle
