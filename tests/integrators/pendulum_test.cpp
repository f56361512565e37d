// The stiff pendulum of EEH00 section 7, and the long-time energy of symplectic Euler. For the pendulum see
// docs/theory/implicit-euler.md#why-updates-are-needed-and-why-the-bare-ones-crawl.

#include "support/spring_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr double free_fall = 9.81;  // m/s^2
const Vec3 gravity(0, 0, -free_fall);

Vec3 at_angle(double angle) { return {std::sin(angle), 0, -std::cos(angle)}; }

/// Period of a pendulum of 1 m released at `angle`: 2 pi sqrt(L/g) times the large-angle factor, by the
/// arithmetic-geometric mean.
double exact_period(double angle)
{
    double a = 1;
    double b = std::cos(angle / 2);
    for (int k = 0; k < 20; ++k) {
        const double mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
    }
    return 2 * std::numbers::pi * std::sqrt(1 / free_fall) / a;
}

IntegratorSettings method(const char* name, UpdateKind update)
{
    IntegratorSettings settings;
    settings.method = name;
    settings.update = update;
    settings.tolerance = 1e-8;
    settings.max_iterations = 20000;  // the bare update contracts by 0.99 a round
    return settings;
}

/// Time [s] at which the pendulum first hangs straight down, or a negative number when it has not after `limit` s.
double first_passage(const IntegratorSettings& settings, double angle, double h, double limit)
{
    testing::SpringSystem pendulum = testing::tethered_particle(at_angle(angle), 1.0, 1e6, gravity);  // k/m = 1e6
    SolverSettings solver;
    solver.tolerance = 1e-10;
    pendulum.use(settings, solver);
    while (pendulum.time < limit) {
        const double before = pendulum.state.position[1].x();
        static_cast<void>(pendulum.step(h));
        const double after = pendulum.state.position[1].x();
        if (after <= 0) return pendulum.time - h * (-after) / (before - after);
    }
    return -1;
}

constexpr double release_angle = 1.0;   // rad
constexpr double pendulum_step = 0.01;  // s

TEST(StiffPendulum, FreezesWithoutUpdates)
{
    // A quarter period is 0.54 s; ten times as long is not enough.
    EXPECT_LT(first_passage(method("imex-euler", UpdateKind::none), release_angle, pendulum_step, 5.0), 0);
}

TEST(StiffPendulum, SwingsWithTheRightPeriodWithUpdates)
{
    const double quarter = exact_period(release_angle) / 4;
    // Euler's method damps and delays by O(h omega): 1.6 % here, halved with h.
    for (const auto& settings : {method("imex-euler", UpdateKind::accelerated), method("imex-euler", UpdateKind::bare),
                                 method("backward-euler", UpdateKind::none)}) {
        EXPECT_NEAR(first_passage(settings, release_angle, pendulum_step, 5.0), quarter, 0.02 * quarter)
            << settings.method;
    }
    const double fine =
        first_passage(method("imex-euler", UpdateKind::accelerated), release_angle, pendulum_step / 8, 5.0);
    EXPECT_NEAR(fine, quarter, 0.003 * quarter);
}

TEST(Pendulum, SymplecticEulerKeepsItsEnergyOverAHundredPeriods)
{
    constexpr double stiffness = 1e4;  // N/m
    constexpr double step = 1e-3;      // s, a twentieth of the limit 2/sqrt(k/m)
    testing::SpringSystem pendulum = testing::tethered_particle(at_angle(release_angle), 1.0, stiffness, gravity);
    IntegratorSettings settings;
    settings.method = "symplectic-euler";
    pendulum.use(settings);
    const auto energy = [&] {
        return 0.5 * pendulum.state.velocity[1].squaredNorm() + pendulum.forces->energy(pendulum.state.position);
    };
    const double initial = energy();
    const double swing = free_fall * (1 - std::cos(release_angle));  // J, the energy that moves
    const double end = 100 * exact_period(release_angle);
    double worst = 0;
    while (pendulum.time < end) {
        static_cast<void>(pendulum.step(step));
        worst = std::max(worst, std::abs(energy() - initial));
    }
    EXPECT_LT(worst, 0.01 * swing);
}

}  // namespace
}  // namespace tulle
