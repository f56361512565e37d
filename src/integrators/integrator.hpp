#pragma once
// One step in time. An integrator sees forces and constraints, never where they came from.

#include "contact/motion_constraints.hpp"
#include "forces/force_field.hpp"
#include "state/particle_state.hpp"

#include <tulle/report.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tulle {

class Integrator {
public:
    virtual ~Integrator() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// The name and how a step is solved; what was chosen automatically is known after a step.
    [[nodiscard]] virtual std::string description() const { return std::string(name()); }
    [[nodiscard]] virtual int order() const = 0;  // tests/integrators/convergence_test.cpp holds it to this

    /// Takes `state` from end_time - h to `end_time` [s]. Fills the report's status, rounds, iterations and residual.
    [[nodiscard]] virtual StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                          ParticleState& state) = 0;
};

/// The method the settings name (see integrator_choices), with all its memory reserved. `times` outlives it.
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(const IntegratorSettings& settings,
                                                          const SolverSettings& solver, const ForceField& forces,
                                                          StageTimes& times);

}  // namespace tulle
