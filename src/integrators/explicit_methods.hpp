#pragma once
// Explicit methods with a fixed step, in the order of their cost: forward Euler, velocity Verlet, Runge-Kutta 4. The
// acceleration is a = M^-1 f.

#include "integrators/explicit_step.hpp"
#include "state/velocity_filter.hpp"

namespace tulle {

/// Base class that adds pins and contacts to a formula.
class ExplicitMethod : public Integrator {
public:
    ExplicitMethod(std::size_t particles, StageTimes& times) : times_(times), step_(particles, times) {}
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) final;

protected:
    /// Advances positions and velocities by h [s] from `start_time` [s], without contacts.
    virtual void move(double h, double start_time, ForceField& forces, ParticleState& state) = 0;
    /// See ExplicitStep::end.
    [[nodiscard]] virtual double impulse_share() const { return 0.5; }
    /// Computes a(x, v) [m/s^2]; zero for pinned particles.
    void accelerate(ForceField& forces, const ParticleState& state, std::span<const Vec3> x, std::span<const Vec3> v,
                    std::span<Vec3> a);

private:
    StageTimes& times_;
    ExplicitStep step_;
};

/// Forward Euler: x+ = x + h v, v+ = v + h a(x, v). The method is of first order and serves for comparison. Vibrations
/// grow at any h unless damping outweighs their growth.
class ForwardEuler final : public ExplicitMethod {
public:
    ForwardEuler(std::size_t particles, StageTimes& times) : ExplicitMethod(particles, times), a_(particles) {}
    [[nodiscard]] std::string_view name() const override { return "forward-euler"; }
    [[nodiscard]] int order() const override { return 1; }

private:
    [[nodiscard]] double impulse_share() const override { return 0; }
    void move(double h, double start_time, ForceField& forces, ParticleState& state) override;
    std::vector<Vec3> a_;
};

/// Velocity Verlet: x+ = x + h v + h^2/2 a(x, v), v+ = v + h/2 (a(x, v) + a(x+, v + h a(x, v))). The predicted velocity
/// in the second acceleration keeps the method second order with damping. Without damping, velocity Verlet is stable up
/// to h = 2/sqrt(k0), where k0 is the largest eigenvalue of M^-1 K. The velocity filter acts on v + h/2 a, the velocity
/// that moves the particles. A filter that acts after the step would not make longer steps stable.
class Verlet final : public ExplicitMethod {
public:
    Verlet(std::size_t particles, StageTimes& times, VelocityFilter* filter = nullptr)
        : ExplicitMethod(particles, times), filter_(filter), a_(particles), v_(particles)
    {}
    [[nodiscard]] std::string_view name() const override { return "verlet"; }
    [[nodiscard]] int order() const override { return 2; }

private:
    void move(double h, double start_time, ForceField& forces, ParticleState& state) override;
    VelocityFilter* filter_;  // may be null
    std::vector<Vec3> a_, v_;
};

/// The classical Runge-Kutta method. Without damping, Runge-Kutta 4 is stable up to h = sqrt(8/k0), with k0 as for
/// velocity Verlet.
class RungeKutta4 final : public ExplicitMethod {
public:
    RungeKutta4(std::size_t particles, StageTimes& times);
    [[nodiscard]] std::string_view name() const override { return "rk4"; }
    [[nodiscard]] int order() const override { return 4; }

private:
    void move(double h, double start_time, ForceField& forces, ParticleState& state) override;
    std::vector<Vec3> x_, v_, a_;      // of a stage
    std::vector<Vec3> x_sum_, v_sum_;  // k1 + 2 k2 + 2 k3 + k4, slopes of the stages
};

}  // namespace tulle
