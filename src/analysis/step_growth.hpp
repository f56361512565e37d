#pragma once
// Does a step of size h make anything grow? Answered by the method itself: it takes many steps with the linearised
// forces from a tiny random start. So filters, damping and pins count as they do in a simulation
// (docs/theory/stability.md).

#include "analysis/linear_step.hpp"
#include "integrators/integrator.hpp"
#include "state/velocity_filter.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

class StepGrowth {
public:
    /// A method of equal explicit steps, by its name in scenes.
    StepGrowth(const NetAtRest& net, const std::string& method);

    /// Whether vibrations grow a hundredfold within some steps, fewer for larger nets.
    [[nodiscard]] bool grows(double h);
    /// Growth per step below which it is not seen: 0.05 for 1 + 0.05.
    [[nodiscard]] double unseen() const;
    /// Velocities of what has grown last, of unit kinetic energy; random before anything has.
    [[nodiscard]] std::span<const Vec3> mode() const { return mode_; }

private:
    [[nodiscard]] double energy();  // J, kinetic and elastic

    std::vector<Vec3> rest_;  // m
    ForceField forces_;
    std::optional<VelocityFilter> filter_;
    std::unique_ptr<MotionConstraints> constraints_;
    StageTimes times_;
    std::unique_ptr<Integrator> integrator_;
    ParticleState state_;
    std::vector<Vec3> mode_, noise_;
    double small_;  // m, a displacement at which directions between particles hardly change
    int steps_;
};

/// The longest step [s] that does not grow, to `precision` relatively, looking from `guess` on; infinite where none
/// grows. Zero where even a thousandth of the guess does.
[[nodiscard]] double find_step_limit(StepGrowth& growth, double guess, double precision = 0.003);

/// ATG07's limit for symplectic Euler and Verlet: 2/sqrt(k0) with k0 the largest eigenvalue of F M^-1 K, F the filter
/// (their Algorithm 1). Without a filter and without damping it is right; with one it is too long.
[[nodiscard]] double paper_step_limit(const NetAtRest& net);
/// The same of a net that is linearised already; `near`: displacements like those of the stiffest vibration, or none.
[[nodiscard]] double paper_step_limit(const NetAtRest& net, const LinearForce& force, std::span<const Vec3> near = {});

/// Whether the filter turns some velocities around: it has a negative gain. Symplectic Euler, Verlet and forward Euler
/// then grow at any step, at short ones too slowly for StepGrowth to see.
[[nodiscard]] bool turns_velocities_around(const NetAtRest& net);

}  // namespace tulle
