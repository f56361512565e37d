#pragma once
// What explicit methods share: pinned particles move as they are told, and a particle that would end inside an obstacle
// is stopped there. A formula moves the particles freely from x to x+, v+; obstacles see the straight way between.

#include "integrators/integrator.hpp"

namespace tulle {

class ExplicitStep {
public:
    ExplicitStep(std::size_t particles, StageTimes& times) : times_(times), x_start_(particles), v_start_(particles) {}

    /// Before the formula: the velocities of pinned particles, which it keeps as their mass is infinite.
    void begin(double h, double end_time, MotionConstraints& constraints, ParticleState& state);
    /// After it: contacts, and the velocity before the step. `share` is the part of a velocity change within the step
    /// that the formula lets act on the way: a half for those that take x+ = x + h v + h^2/2 a.
    void end(double h, double share, MotionConstraints& constraints, ParticleState& state);
    /// Instead of `end`: the formula has failed, the state is as it was before `begin`.
    void cancel(ParticleState& state) const;

private:
    StageTimes& times_;
    std::vector<Vec3> x_start_, v_start_;  // m, m/s
    std::vector<Vec3> free_, mean_;        // m/s: velocity without contacts; mean velocity over the step
};

}  // namespace tulle
