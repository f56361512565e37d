#pragma once
// Time integrators: the interface of all methods that advance the state by one step (explicit, implicit, IMEX). An
// integrator sees forces and constraints, but not the scene that they were made from.

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

/// Leading term of the local error of a step in the positions: constant * h^(order + 1) * (d/dt)^order v. Implicit and
/// IMEX formulas treat x' = v as a quadrature, so the velocities of a few steps are enough to estimate the error.
struct LocalError {
    int order = 0;  // of the formula of the last step, lower in some first steps; 0: no estimate
    double constant = 0;
};

/// Velocities [m/s] at the start and end of a step of h [s] and at the start of the step before it, and their
/// derivatives by divided differences.
struct StepVelocities {
    std::span<const Vec3> before, start, end;
    double h_before, h;

    [[nodiscard]] Vec3 slope(std::size_t i) const { return (end[i] - start[i]) / h; }  // m/s^2
    [[nodiscard]] Vec3 curvature(std::size_t i) const                                  // m/s^3
    {
        return 2 * (slope(i) - (start[i] - before[i]) / h_before) / (h + h_before);
    }
};

/// Residual that the last step left in its implicit equations, as an error of the velocities.
struct Defect {
    std::span<const Vec3> velocity;  // m/s; empty if the step solved its equations
    double eta = 0;                  // s; within the step, an error v of the velocities moves particles by eta v
};

class Integrator {
public:
    virtual ~Integrator() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Returns the name of the method, and how the method solves a step. Automatic choices are known after the first
    /// step.
    [[nodiscard]] virtual std::string description() const { return std::string(name()); }
    /// Returns the reason for the automatic choice; empty if nothing was chosen.
    [[nodiscard]] virtual std::string reason() const { return {}; }
    [[nodiscard]] virtual int order() const = 0;  // of convergence, which convergence_test.cpp checks; 0: varies

    /// Does expensive work ahead of the first step, which will be of size h [s], such as factoring the matrix.
    virtual void prepare(double /*h*/, ForceField& /*forces*/, const MotionConstraints& /*constraints*/,
                         const ParticleState& /*state*/)
    {}
    /// Advances `state` from end_time - h to `end_time` [s]. Fills the report's status, nonlinear and linear iterations
    /// and residual.
    [[nodiscard]] virtual StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                          ParticleState& state) = 0;

    /// Whether the method cuts a step into shorter ones, as the error estimate requires.
    [[nodiscard]] virtual bool controls_error() const { return false; }
    /// Returns the leading local error of the last step, which was `ratio` times as long as the step before it.
    [[nodiscard]] virtual LocalError local_error(double /*ratio*/) const { return {}; }
    /// Returns the error [m] of the last step, which ended at `state`, if springs that the step does not resolve make
    /// it differ from LocalError; otherwise empty.
    [[nodiscard]] virtual std::span<const Vec3> stiff_error(const StepVelocities& /*v*/, ForceField& /*forces*/,
                                                            const MotionConstraints& /*constraints*/,
                                                            const ParticleState& /*state*/, StepReport& /*report*/)
    {
        return {};
    }
    /// Returns the residual of the implicit equations after the last step, which ended at `state`. Formulas that treat
    /// the turning of springs explicitly make cloth stand still if the cloth is too stiff for the step. The velocities
    /// of cloth that stands still do not show this error, but the forces at the end of the step do.
    [[nodiscard]] virtual Defect defect(ForceField& /*forces*/, const ParticleState& /*state*/) { return {}; }
    /// Discards the last step. The caller has restored state and contacts to those at the start of the step.
    virtual void undo_step() {}
    /// Forgets past steps. Must be called when velocities have jumped.
    virtual void restart() {}
    /// Saves what the next step depends on besides the state.
    virtual void save(ArchiveWriter&) const {}
    virtual void restore(ArchiveReader&) {}
};

/// Predicts v + h/h_before (v - v_before) (EEH00 eq. 22): the initial guess of solvers, and the velocity from which new
/// contacts are predicted.
void predict_velocity(const ParticleState& state, double h, std::span<Vec3> predicted);
/// Stores v as the velocity after a step of size h [s]. The present velocity becomes the previous one.
void advance_velocity(ParticleState& state, double h, std::span<const Vec3> v);

/// Returns the method that the settings name (see integrator_choices), with all its memory allocated. `times` and
/// `filter` must outlive the method. A filter that is not null acts in every step.
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(const IntegratorSettings& settings,
                                                          const SolverSettings& solver, const ForceField& forces,
                                                          StageTimes& times, VelocityFilter* filter = nullptr);

}  // namespace tulle
