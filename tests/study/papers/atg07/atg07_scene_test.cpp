#include "study/papers/atg07/atg07_scene.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

constexpr Atg07Method euler_method{.name = "euler", .integrator = "symplectic-euler"};
constexpr Atg07Method rk4_of_four{.name = "rk4", .integrator = "rk4", .is_filtered = true};
constexpr Atg07Method long_steps{.name = "implicit", .integrator = "backward-euler", .is_explicit = false};

TEST(Atg07Scene, HasTheLargestEigenvalueThatWasAskedFor)
{
    for (const double k0 : {1e4, 1e7})
        for (const int side : {6, 9}) {
            Atg07Choices choices;
            choices.k0 = k0;
            choices.side = side;
            const Simulation simulation(atg07_scene(euler_method, choices, atg07_unit_k0(choices)));
            EXPECT_EQ(simulation.particle_count(), side * side);
            EXPECT_NEAR(simulation.stable_step_limit() * std::sqrt(k0), 2, 2e-3);
        }
}

TEST(Atg07Scene, StepsArePartsOfTheLimitAndNeverTooLong)
{
    Atg07Choices choices;
    choices.k0 = 1e6;
    EXPECT_DOUBLE_EQ(atg07_limit(euler_method, 1e6), 2e-3);
    EXPECT_DOUBLE_EQ(atg07_limit(rk4_of_four, 1e6), std::sqrt(8) * 1e-3);
    EXPECT_DOUBLE_EQ(atg07_step(euler_method, choices), 0.8 * 2e-3);
    EXPECT_DOUBLE_EQ(atg07_step(rk4_of_four, choices), 1.25 * 0.8 * std::sqrt(8) * 1e-3);
    EXPECT_DOUBLE_EQ(atg07_step(long_steps, choices), 0.01);
    choices.k0 = 1e3;
    EXPECT_DOUBLE_EQ(atg07_step(euler_method, choices), 0.01);
}

}  // namespace
}  // namespace tulle
