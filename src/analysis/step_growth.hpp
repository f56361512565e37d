#pragma once
// Stability test by time stepping: does a step of size h make a vibration grow? The integrator itself takes many steps
// with the linearised forces from a tiny random start. So filters, damping and pins act as in a simulation
// (docs/theory/stability.md). The test is slow; it checks the faster step_spectrum.hpp.

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
    /// `method` is the scene name of an explicit method with equal steps.
    StepGrowth(const SystemAtRest& system, const std::string& method);

    /// Returns whether vibrations grow a hundredfold within a number of steps, which is smaller for larger meshes.
    [[nodiscard]] bool grows(double h);
    /// Returns the smallest growth per step that `grows` detects: 0.05 means a factor of 1.05 per step.
    [[nodiscard]] double unseen() const;
    /// Velocities of the vibration that grew last, scaled to unit kinetic energy; random until one has grown.
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
    double small_;  // m, a displacement that hardly changes the directions between particles
    int steps_;
};

/// Returns the longest step [s] at which no vibration grows, by bisection to the relative `precision`. The search
/// starts at `guess`. Infinite when no vibration grows even at 1000 times the guess; zero when one grows even at a
/// thousandth.
[[nodiscard]] double find_step_limit(StepGrowth& growth, double guess, double precision = 0.003);

/// Returns ATG07's step limit [s] for symplectic Euler and Verlet: 2/sqrt(k0), where k0 is the largest eigenvalue of
/// F M^-1 K and F is the velocity filter (their Algorithm 1). The limit is right without a filter and without damping.
/// With a filter it is too long.
[[nodiscard]] double paper_step_limit(const SystemAtRest& system);
/// Returns ATG07's step limit [s] for forces that are linearised already. `near` is an approximation of the
/// displacements of the stiffest vibration, or empty.
[[nodiscard]] double paper_step_limit(const SystemAtRest& system, const LinearForce& force,
                                      std::span<const Vec3> near = {});

/// Returns whether the filter reverses some velocities: it has a negative gain. Then vibrations grow under symplectic
/// Euler, Verlet and forward Euler at every step size. At short steps they grow too slowly for StepGrowth to detect.
[[nodiscard]] bool turns_velocities_around(const SystemAtRest& system);

}  // namespace tulle
