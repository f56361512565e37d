#pragma once
// Pins and contacts of explicit methods. A formula moves the particles freely from x to x+, v+. Pinned particles follow
// their prescribed motion. Obstacles see the straight path from x to x+, and a particle that would end inside one is
// stopped at its surface.

#include "integrators/integrator.hpp"

namespace tulle {

class ExplicitStep {
public:
    ExplicitStep(std::size_t particles, StageTimes& times) : times_(times), x_start_(particles), v_start_(particles) {}

    /// Call before the formula. Sets the velocities of pinned particles; the formula keeps them, because the mass of
    /// pinned particles is infinite.
    void begin(double h, double end_time, MotionConstraints& constraints, ParticleState& state);
    /// Call after the formula. Applies contacts and stores the velocity before the step. `share` is the part of a
    /// velocity change that also moves the particle within the same step: a half for formulas with
    /// x+ = x + h v + h^2/2 a.
    void end(double h, double share, MotionConstraints& constraints, ParticleState& state);
    /// Call instead of `end` if the formula has failed. Restores the state before `begin`.
    void cancel(ParticleState& state) const;

private:
    StageTimes& times_;
    std::vector<Vec3> x_start_, v_start_;  // m, m/s
    std::vector<Vec3> free_, mean_;        // m/s: velocity without contacts; mean velocity over the step
};

}  // namespace tulle
