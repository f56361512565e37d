#pragma once
// The equations of one implicit stage, and the forces, constraints and state that they contain.

#include "contact/active_set/motion_constraints.hpp"
#include "forces/force_field.hpp"
#include "state/particle_state.hpp"

#include <span>

namespace tulle {

/// The equation that every implicit formula solves for the velocity v:
///     M (v - v_hat) = eta f(x_hat + eta v, v).
/// Backward Euler has eta = h and the state itself as x_hat, v_hat. BDF2 and the midpoint rule have other values.
struct ImplicitStage {
    double h;                       // s, the step that the stage belongs to
    double end_time;                // s
    double eta;                     // s
    std::span<const Vec3> x_hat;    // m
    std::span<const Vec3> v_hat;    // m/s
    double reach;                   // s; the step ends at x_reach + reach v, where constraints must hold
    std::span<const Vec3> x_reach;  // m
};

struct StageProblem {
    const ImplicitStage& stage;
    ForceField& forces;
    MotionConstraints& constraints;
    const ParticleState& state;  // at the start of the step
};

/// Returns whether the stage is one of backward Euler, which loses energy at any step size.
[[nodiscard]] inline bool is_euler(const StageProblem& p)
{
    return p.stage.x_reach.data() == p.state.position.data() && p.stage.eta == p.stage.h;
}

}  // namespace tulle
