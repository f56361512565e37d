#include "simulation/step_limits.hpp"

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace tulle {
namespace {

SceneDescription hanging_with_damping(bool is_damped)
{
    SceneDescription scene = testing::hanging(8);
    SpringSettings& springs = scene.cloths[0].springs;
    if (!is_damped) springs.stretch_damping = springs.shear_damping = springs.bending_damping = 0;
    return scene;
}

TEST(StepLimits, WithoutDampingAreThoseOfTheFormulas)
{
    const SceneDescription scene = hanging_with_damping(false);
    const StepLimits limits(scene);
    const double h = Simulation(scene).stable_step_limit();
    EXPECT_EQ(limits.particle_count(), 64U);
    EXPECT_FALSE(limits.has_filter());
    EXPECT_NEAR(*limits.of("symplectic-euler", false).longest, h, 1e-6 * h);
    EXPECT_NEAR(*limits.of("symplectic-euler", false).paper, h, 1e-4 * h);
    EXPECT_NEAR(*limits.of("verlet", false).longest, h, 1e-6 * h);
    EXPECT_NEAR(*limits.of("rk4", false).longest, std::sqrt(2.0) * h, 1e-6 * h);
    EXPECT_GT(*limits.of("rk4", false).paper, *limits.of("rk4", false).longest);
    EXPECT_EQ(*limits.of("forward-euler", false).longest, 0);
    for (const char* any : {"imex-euler", "backward-euler", "bdf2", "implicit-midpoint"})
        EXPECT_TRUE(std::isinf(*limits.of(any, false).longest)) << any;
    EXPECT_FALSE(limits.of("sbdf3", false).longest.has_value());
}

TEST(StepLimits, OfDampedNetsAreShorterForSymplecticEulerThanForVerlet)
{
    // v + h a holds damping explicitly in full; Verlet's second half sees half of it.
    SceneDescription scene = hanging_with_damping(true);
    scene.cloths[0].springs.stretch_damping *= 20;
    const StepLimits limits(scene);
    const double euler = *limits.of("symplectic-euler", false).longest;
    EXPECT_LT(euler, *limits.of("symplectic-euler", false).paper);
    EXPECT_GT(*limits.of("verlet", false).longest, euler);
}

TEST(StepLimits, WithAFilterAreLongerButNotAsLongAsInThePaper)
{
    SceneDescription scene = hanging_with_damping(false);
    scene.filter = FilterSettings{.kind = FilterKind::plain, .lambda = 1};
    const StepLimits limits(scene);
    EXPECT_TRUE(limits.has_filter());
    // RK4, whose velocities are filtered after the step, gains less: ATG07's 1.25 is beyond it.
    for (const auto& [method, gain] : {std::pair{"symplectic-euler", 1.25}, {"verlet", 1.25}, {"rk4", 1.1}}) {
        const StepLimit with = limits.of(method, true), without = limits.of(method, false);
        EXPECT_GT(*with.longest, gain * *without.longest) << method;
        EXPECT_LT(*with.longest, *with.paper) << method;
    }
}

TEST(StepLimits, AreNoneWhereAFilterTurnsVelocitiesAround)
{
    SceneDescription scene = hanging_with_damping(false);
    for (const FilterKind kind : {FilterKind::plain, FilterKind::averaged, FilterKind::momentum}) {
        scene.filter = FilterSettings{.kind = kind, .lambda = 0.5};
        EXPECT_EQ(*StepLimits(scene).of("symplectic-euler", true).longest > 0, kind != FilterKind::plain);
    }
}

TEST(StepLimits, FindAnythingButLongStepsWhereNothingIsStiff)
{
    SceneDescription scene = hanging_with_damping(false);
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_stiffness = springs.shear_stiffness = springs.bending_stiffness = 0;
    EXPECT_TRUE(std::isinf(*StepLimits(scene).of("symplectic-euler", false).longest));
}

TEST(StiffestMode, IsWhereASpringIsStiffer)
{
    // Two cloths, the second ten times as stiff.
    SceneDescription scene = hanging_with_damping(true);
    scene.cloths.push_back(scene.cloths[0]);
    scene.cloths[1].name = "stiff";
    scene.cloths[1].springs.stretch_stiffness *= 10;
    const StepLimits limits(scene);
    const StiffestMode mode =
        limits.stiffest_mode("symplectic-euler", false, *limits.of("symplectic-euler", false).longest);
    ASSERT_EQ(mode.particles.size(), 128U);
    EXPECT_NEAR(std::accumulate(mode.particles.begin(), mode.particles.end(), 0.0), 1, 1e-9);
    EXPECT_GT(std::accumulate(mode.particles.begin() + 64, mode.particles.end(), 0.0), 0.99);
    ASSERT_GT(mode.pairs.size(), 1U);
    EXPECT_GE(mode.pairs[0].share, mode.pairs[1].share);
    EXPECT_GE(mode.pairs[0].i, 64);
    EXPECT_NE(mode.pairs[0].i, mode.pairs[0].j);
}

}  // namespace
}  // namespace tulle
