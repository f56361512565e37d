#pragma once
// solver.method = "auto": which linear solver a scene gets, from what it is known to need before the first step. The
// choice depends on the scene alone, so that a resumed run makes it again. Measured in docs/theory/preconditioners.md.

#include "contact/active_set/motion_constraints.hpp"
#include "forces/force_field.hpp"
#include "state/particle_state.hpp"

#include <string>

namespace tulle {

struct SolverChoice {
    SolverSettings settings;  // never automatic
    std::string reason;
};

/// For steps of h [s] from `state`, or up to h where they are adaptive: how long those will be is then a guess, by
/// which imex-euler is taken to solve its steps by updates or by Newton's method as it does itself (imex_takes_newton).
[[nodiscard]] SolverChoice choose_solver(const IntegratorSettings& integrator, const SolverSettings& solver,
                                         ForceField& forces, const MotionConstraints& constraints,
                                         const ParticleState& state, double h);

}  // namespace tulle
