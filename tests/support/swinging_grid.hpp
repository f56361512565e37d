#pragma once
// A problem on which a method's order shows: springs that turn, stretch and are damped, with nothing in the way.

#include "support/spring_system.hpp"

#include <cmath>

namespace tulle::testing {

/// How long it is followed.
inline constexpr double swinging_time = 0.4;  // s

/// Leaves linear systems with errors far below those of any method.
inline SolverSettings precise_solver()
{
    SolverSettings solver;
    solver.tolerance = 1e-14;
    return solver;
}

struct GridOptions {
    double stiffness = 4;   // N/m
    double damping = 0.02;  // N s/m
    bool at_rest = false;   // springs as long as they want to be, nothing moves: gravity alone sets it going
    bool shaken = false;    // by a force that changes with time
};

/// Swings to and fro; the same on every particle.
class ShakingForce final : public Force {
public:
    [[nodiscard]] std::string_view name() const override { return "shaking"; }
    [[nodiscard]] double energy(std::span<const Vec3>) override { return 0; }
    void add_force(std::span<const Vec3>, std::span<const Vec3>, std::span<Vec3> f) override
    {
        for (Vec3& one : f) one += std::cos(20 * time_ + 1) * Vec3(0.1, 0.2, -0.1);  // N
    }
    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}
    void set_time(double time) override { time_ = time; }

private:
    double time_ = 0;  // s
};

/// A grid a hundred times stiffer than the usual one, and ten times as much damped: the same part of critical damping.
inline constexpr GridOptions stiff_grid{.stiffness = 400, .damping = 0.2, .at_rest = false};

/// A grid of 4 x 4 particles with one diagonal per cell, uneven masses, held at a corner; it swings, sags and twists.
inline SpringSystem swinging_grid(const GridOptions& options = {})
{
    constexpr int side = 4;
    std::vector<Vec3> positions;
    std::vector<double> masses;
    for (int b = 0; b < side; ++b) {
        for (int a = 0; a < side; ++a) {
            positions.emplace_back(0.1 * a, 0.1 * b + 0.01 * a, 0.02 * a * b);
            masses.push_back(0.01 + 0.002 * ((a + 2 * b) % 3));
        }
    }
    std::vector<Spring> springs;
    const auto add = [&](int i, int j) {
        const double length = options.at_rest ? (positions[j] - positions[i]).norm() : 0.1;  // m
        springs.push_back({i, j, length, SpringKind::structural});
    };
    for (int b = 0; b < side; ++b) {
        for (int a = 0; a < side; ++a) {
            const int i = a + side * b;
            if (a + 1 < side) add(i, i + 1);
            if (b + 1 < side) add(i, i + side);
            if (a + 1 < side && b + 1 < side) add(i, i + side + 1);
        }
    }
    SpringSettings settings;
    settings.stretch_stiffness = options.stiffness;
    settings.stretch_damping = options.damping;
    settings.damping_kind = DampingKind::projected;
    std::unique_ptr<Force> another;
    if (options.shaken) another = std::make_unique<ShakingForce>();
    SpringSystem system(positions, masses, springs, settings, {0}, Vec3(0, 0.5, -9.81), std::move(another));
    for (std::size_t i = 1; i < system.state.size() && !options.at_rest; ++i)
        system.state.velocity[i] = Vec3(0.3, -0.2 * static_cast<double>(i % 3), 0.1);
    return system;
}

}  // namespace tulle::testing
