#pragma once
// Automatic choice of the linear solver, for solver.method = "auto": direct factor, or conjugate gradients with ic0 or
// multigrid. The choice is made before the first step and depends on the scene alone, so a resumed run makes the same
// choice. The thresholds are measured in docs/theory/preconditioners.md.

#include "contact/active_set/motion_constraints.hpp"
#include "forces/force_field.hpp"
#include "state/particle_state.hpp"

#include <string>

namespace tulle {

struct SolverChoice {
    SolverSettings settings;  // never automatic
    std::string reason;
};

/// Chooses the solver for steps of h [s] from `state`, or for adaptive steps of at most h. The length of adaptive steps
/// of first order is estimated. The stiffness of a step decides whether imex-euler counts as solved by updates or by
/// Newton's method, as in imex-euler itself (imex_takes_newton).
[[nodiscard]] SolverChoice choose_solver(const IntegratorSettings& integrator, const SolverSettings& solver,
                                         ForceField& forces, const MotionConstraints& constraints,
                                         const ParticleState& state, double h);

}  // namespace tulle
