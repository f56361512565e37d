#pragma once
// The equations of one implicit stage, and the forces, constraints and state that they contain.

#include "contact/active_set/motion_constraints.hpp"
#include "forces/force_field.hpp"
#include "state/particle_state.hpp"

#include <span>

namespace tulle {

/// What every implicit formula asks for: the velocity v with
///     M (v - v_hat) = eta f(x_hat + eta v, v),
/// backward Euler with eta = h and the state itself as x_hat, v_hat; BDF2 and the midpoint rule with others.
struct ImplicitStage {
    double h;                       // s, the step it belongs to
    double end_time;                // s
    double eta;                     // s
    std::span<const Vec3> x_hat;    // m
    std::span<const Vec3> v_hat;    // m/s
    double reach;                   // s; the step ends at x_reach + reach v, which is what constraints judge
    std::span<const Vec3> x_reach;  // m
};

struct StageProblem {
    const ImplicitStage& stage;
    ForceField& forces;
    MotionConstraints& constraints;
    const ParticleState& state;  // at the start of the step
};

/// Whether the stage is one of backward Euler, the formula that loses energy whatever the step.
[[nodiscard]] inline bool is_euler(const StageProblem& p)
{
    return p.stage.x_reach.data() == p.state.position.data() && p.stage.eta == p.stage.h;
}

}  // namespace tulle
