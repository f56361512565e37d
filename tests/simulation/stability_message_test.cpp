// A step that is too large is stopped at once, and the message names the step that would have done.

#include <tulle/simulation.hpp>

#include "simulation/step_limits.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

SceneDescription explicit_scene(double damping)
{
    SceneDescription scene = testing::hanging(12);
    scene.simulation.fps = 100;
    scene.integrator.method = "symplectic-euler";
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_damping = damping;
    springs.shear_damping = damping / 2;
    springs.bending_damping = damping / 20;
    return scene;
}

/// Whether a run of 0.3 s ends well with steps of at most dt. A cloth that starts at rest at z = 0 has no energy to
/// begin with, and nothing gives it any: energy far above zero is growth, also where it stops short of an explosion.
bool survives(SceneDescription scene, double dt)
{
    scene.simulation.fps = 1 / (200 * dt);  // whole frames of 200 steps: dt is taken as it is
    scene.integrator.dt = dt;
    Simulation simulation(scene);
    while (simulation.time() < 0.3)
        if (is_failure(simulation.advance_frame().status) || simulation.measure().energies.total() > 0.1) return false;
    return true;
}

TEST(StabilityLimit, IsWhereSimulationsBeginToExplode)
{
    for (const double damping : {0.0, 0.02, 0.2}) {
        const SceneDescription scene = explicit_scene(damping);
        const double limit = Simulation(scene).stable_step_limit();
        double low = 0.5 * limit;
        double high = 2.0 * limit;
        ASSERT_TRUE(survives(scene, low)) << damping;
        ASSERT_FALSE(survives(scene, high)) << damping;
        while (high / low > 1.01) {
            const double middle = std::sqrt(low * high);
            (survives(scene, middle) ? low : high) = middle;
        }
        EXPECT_NEAR(limit, low, 0.1 * low) << "damping " << damping;
    }
}

TEST(StabilityLimit, OtherMethodsGetAdviceThatHelps)
{
    // A quarter beyond what the message of each explicit method names explodes, nine tenths of it does not.
    for (const auto& [method, factor] : {std::pair{"verlet", 1.0}, std::pair{"rk4", std::sqrt(2.0)}}) {
        SceneDescription scene = explicit_scene(0.0);
        scene.integrator.method = method;
        const double limit = Simulation(scene).stable_step_limit() * factor;
        EXPECT_FALSE(survives(scene, 1.25 * limit)) << method;
        EXPECT_TRUE(survives(scene, 0.9 * limit)) << method;
    }
    for (const auto& [method, words] : {std::pair{"verlet", "too large for verlet"},
                                        std::pair{"forward-euler", "symplectic-euler"}, std::pair{"sbdf4", "bdf2"}}) {
        SceneDescription scene = explicit_scene(0.0);
        scene.integrator.method = method;
        Simulation simulation(scene);
        StepReport report = simulation.step();
        for (int k = 0; k < 1000 && !is_failure(report.status); ++k) report = simulation.step();
        ASSERT_TRUE(is_failure(report.status)) << method;
        EXPECT_NE(simulation.explain(report).find(words), std::string::npos) << simulation.explain(report);
    }
}

TEST(StabilityLimit, ImexFormulasOfHighOrderGetAStepThatRuns)
{
    for (const char* method : {"sbdf3", "sbdf4"}) {
        SceneDescription scene = explicit_scene(0.0);
        scene.integrator.method = method;
        const double limit = Simulation(scene).stable_step_limit();
        for (const double dt : {1.0 * limit, 0.4 * limit}) {
            EXPECT_FALSE(survives(scene, dt)) << method;
            scene.integrator.dt = dt;
            Simulation simulation(scene);
            StepReport failed;
            failed.status = StepStatus::exploded;
            failed.dt = simulation.dt();
            const std::string message = simulation.explain(failed);
            const std::string marker = "Try integrator.dt = ";
            const std::size_t at = message.find(marker);
            ASSERT_NE(at, std::string::npos) << message;
            const double advised = std::stod(message.substr(at + marker.size()));
            EXPECT_LT(advised, failed.dt) << message;
            EXPECT_TRUE(survives(scene, advised)) << message;
        }
        EXPECT_TRUE(survives(scene, 0.15 * limit)) << method;

        // Where it does not explode at once it is warned of.
        scene.integrator.dt = 5 * limit;
        Simulation simulation(scene);
        const FrameReport report = simulation.advance_frame();
        EXPECT_NE(report.status, StepStatus::ok) << method;
        if (!is_failure(report.status)) {
            EXPECT_NE(simulation.explain(report.last).find("grow"), std::string::npos)
                << simulation.explain(report.last);
        }
        scene.integrator.dt = 0.15 * limit;
        EXPECT_EQ(Simulation(scene).step().status, StepStatus::ok);
    }
}

TEST(StabilityLimit, AnExplosionStopsWithinItsFrameAndNamesTheLimit)
{
    SceneDescription scene = explicit_scene(0.0);
    const double limit = Simulation(scene).stable_step_limit();
    scene.integrator.dt = 1.5 * limit;
    Simulation simulation(scene);
    FrameReport report;
    do report = simulation.advance_frame();
    while (!is_failure(report.status) && simulation.frame() < 100);
    ASSERT_TRUE(is_failure(report.status));
    EXPECT_EQ(simulation.frame(), report.frame - 1);
    EXPECT_GE(report.last.worst_particle, 0);

    const std::string message = simulation.explain(report.last);
    EXPECT_NE(message.find("particle"), std::string::npos) << message;
    const std::string marker = "largest stable step ";
    const std::size_t at = message.find(marker);
    ASSERT_NE(at, std::string::npos) << message;
    EXPECT_NEAR(std::stod(message.substr(at + marker.size())), limit, 1e-3 * limit);
}

TEST(StabilityLimit, IsNamedWithTheFilterOfTheScene)
{
    SceneDescription scene = explicit_scene(0.0);
    scene.filter = FilterSettings{.kind = FilterKind::averaged};
    for (const std::string method : {"symplectic-euler", "verlet", "rk4"}) {
        scene.integrator.method = method;
        const double limit = *StepLimits(scene).of(method, true).longest;
        EXPECT_TRUE(survives(scene, 0.98 * limit)) << method;
        EXPECT_FALSE(survives(scene, 1.1 * limit)) << method;
        scene.integrator.dt = 1.5 * limit;
        const Simulation simulation(scene);
        StepReport failed;
        failed.status = StepStatus::exploded;
        failed.dt = simulation.dt();
        const std::string message = simulation.explain(failed);
        const std::string marker = "largest stable step ";
        const std::size_t at = message.find(marker);
        ASSERT_NE(at, std::string::npos) << message;
        EXPECT_NEAR(std::stod(message.substr(at + marker.size())), limit, 1e-3 * limit);
        EXPECT_NE(message.find("with the scene's filter"), std::string::npos) << message;
    }
}

TEST(StabilityLimit, IsNoneWhereTheFilterTurnsVelocitiesAround)
{
    SceneDescription scene = explicit_scene(0.0);
    scene.filter = FilterSettings{.kind = FilterKind::plain, .lambda = 0.2};
    StepReport failed;
    failed.status = StepStatus::exploded;
    const std::string message = Simulation(scene).explain(failed);
    EXPECT_NE(message.find("grows at any step"), std::string::npos) << message;
}

TEST(Explanation, NamesTheTolerancesThatCannotBeMet)
{
    SceneDescription scene = explicit_scene(0.0);
    scene.integrator.relative_tolerance = 3e-17;
    scene.integrator.absolute_tolerance = 2e-19;
    const Simulation simulation(scene);
    for (const auto& [status, words] :
         {std::pair{StepStatus::imprecise, "rounding"}, std::pair{StepStatus::stalled, "no step however short"}}) {
        StepReport report;
        report.status = status;
        const std::string message = simulation.explain(report);
        for (const char* expected : {words, "relative_tolerance = 3e-17", "absolute_tolerance = 2e-19 m"})
            EXPECT_NE(message.find(expected), std::string::npos) << message;
    }
    EXPECT_FALSE(is_failure(StepStatus::imprecise));
}

TEST(Explanation, SaysThatAdaptiveSbdf1CannotKeepItsToleranceInStiffCloth)
{
    SceneDescription scene = explicit_scene(0.0);
    scene.integrator.method = "sbdf1";
    scene.integrator.adaptive = true;
    scene.integrator.relative_tolerance = 1e-2;
    scene.integrator.absolute_tolerance = 1e-4;
    Simulation simulation(scene);
    FrameReport report;
    for (int frame = 0; frame < 5; ++frame) report = simulation.advance_frame();
    EXPECT_EQ(report.status, StepStatus::imprecise);
    const std::string message = simulation.explain(report.last);
    for (const char* expected : {"sbdf1 cannot keep", "backward-euler", "relative_tolerance = 0.01"})
        EXPECT_NE(message.find(expected), std::string::npos) << message;
}

TEST(StabilityLimit, NonFiniteStatesAreCaught)
{
    SceneDescription scene = explicit_scene(1e308);  // overflows at the first relative motion, before any stretch
    scene.cloths[0].velocity = Vec3(0, 0, 1);
    Simulation simulation(scene);
    const FrameReport report = simulation.advance_frame();
    EXPECT_EQ(report.steps, 1);
    EXPECT_EQ(report.status, StepStatus::non_finite);
}

}  // namespace
}  // namespace tulle
