#pragma once
// One step in time. An integrator sees forces and constraints, never where they came from.

#include "contact/active_set/motion_constraints.hpp"
#include "core/archive.hpp"
#include "forces/force_field.hpp"
#include "state/particle_state.hpp"

#include <tulle/report.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tulle {

class VelocityFilter;

/// The leading error of a step in the positions: constant * h^(order + 1) * (d/dt)^order v. Formulas of one family
/// treat x' = v alike, so that the velocities of a few steps are enough to estimate it.
struct LocalError {
    int order = 0;  // of the formula last used, which may be lower at a start; 0 when there is no estimate
    double constant = 0;
};

/// The velocities [m/s] at the ends of a step of h [s] and of the one before it, and their derivatives.
struct StepVelocities {
    std::span<const Vec3> before, start, end;
    double h_before, h;

    [[nodiscard]] Vec3 slope(std::size_t i) const { return (end[i] - start[i]) / h; }  // m/s^2
    [[nodiscard]] Vec3 curvature(std::size_t i) const                                  // m/s^3
    {
        return 2 * (slope(i) - (start[i] - before[i]) / h_before) / (h + h_before);
    }
};

/// What the last step left of its implicit equations, as an error of the velocities.
struct Defect {
    std::span<const Vec3> velocity;  // m/s; empty where the equations were solved
    double eta = 0;                  // s: the step itself moved particles by eta times as much
};

class Integrator {
public:
    virtual ~Integrator() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// The name and how a step is solved; what was chosen automatically is known after a step.
    [[nodiscard]] virtual std::string description() const { return std::string(name()); }
    /// Of what was chosen automatically; empty where nothing was.
    [[nodiscard]] virtual std::string reason() const { return {}; }
    [[nodiscard]] virtual int order() const = 0;  // convergence_test.cpp holds it to this; 0 where it varies

    /// Before the first step, which would be of h [s]: what takes long and can be done beforehand.
    virtual void prepare(double /*h*/, ForceField& /*forces*/, const MotionConstraints& /*constraints*/,
                         const ParticleState& /*state*/)
    {}
    /// Takes `state` from end_time - h to `end_time` [s]. Fills the report's status, iterations, iterations and
    /// residual.
    [[nodiscard]] virtual StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                          ParticleState& state) = 0;

    /// Whether a step is cut into shorter ones as its error asks for.
    [[nodiscard]] virtual bool controls_error() const { return false; }
    /// Of the last step, which was `ratio` times as long as the one before it.
    [[nodiscard]] virtual LocalError local_error(double /*ratio*/) const { return {}; }
    /// The error [m] of the last step, which ended at `state`, where springs that it does not resolve make another one
    /// of it than LocalError says; empty where they do not.
    [[nodiscard]] virtual std::span<const Vec3> stiff_error(const StepVelocities& /*v*/, ForceField& /*forces*/,
                                                            const MotionConstraints& /*constraints*/,
                                                            const ParticleState& /*state*/, StepReport& /*report*/)
    {
        return {};
    }
    /// How far the last step, which ended at `state`, is from solving its implicit equations. Formulas that leave the
    /// turning of springs explicit make cloth that is too stiff for the step stand still: its velocities betray
    /// nothing, but the forces it ends with do.
    [[nodiscard]] virtual Defect defect(ForceField& /*forces*/, const ParticleState& /*state*/) { return {}; }
    /// The last step does not count: the caller has put state and contacts back to where it began.
    virtual void undo_step() {}
    /// The past is of no use for the next step: velocities have jumped.
    virtual void restart() {}
    /// What the next step depends on besides the state.
    virtual void save(ArchiveWriter&) const {}
    virtual void restore(ArchiveReader&) {}
};

/// v + h/h_before (v - v_before), EEH00 eq. 22: starts solvers and tells which particles are about to touch.
void predict_velocity(const ParticleState& state, double h, std::span<Vec3> predicted);
/// Makes v the state's velocity after a step of size h, and its velocity the previous one.
void advance_velocity(ParticleState& state, double h, std::span<const Vec3> v);

/// The method the settings name (see integrator_choices), with all its memory reserved. `times` outlives it.
/// `filter`, too, where there is one: it then acts in every step.
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(const IntegratorSettings& settings,
                                                          const SolverSettings& solver, const ForceField& forces,
                                                          StageTimes& times, VelocityFilter* filter = nullptr);

}  // namespace tulle
