// The velocity filter within a simulation: where it acts, and that it leaves no trace where it must not.

#include "simulation/saved_bytes.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <sstream>

namespace tulle {
namespace {

SceneDescription filtered_hanging(FilterKind kind, double lambda = 1)
{
    SceneDescription scene = testing::hanging(10);
    scene.integrator.method = "symplectic-euler";
    scene.integrator.dt = 0.001;
    scene.filter = FilterSettings{.kind = kind, .lambda = lambda};
    return scene;
}

/// Whether a cloth at rest that is shaken a little stays as it is for 2000 steps of `dt` [s].
bool stays_calm(SceneDescription scene, double dt)
{
    scene.simulation.gravity.setZero();
    scene.simulation.fps = 1 / (200 * dt);
    scene.simulation.duration = 2000 * dt;
    scene.integrator.dt = dt * (1 + 1e-6);
    scene.cloths[0].velocity = Vec3(1e-6, 2e-6, 0);
    Simulation simulation(scene);
    for (int frame = 0; frame < 10; ++frame) {
        const FrameReport report = simulation.advance_frame();
        if (is_failure(report.status) || simulation.measure().energies.total() > 1e-9) return false;
    }
    return true;
}

TEST(FilterInAScene, AllowsAQuarterLongerSteps)
{
    // ATG07 section 7.1: all of its examples took steps 1.25 times as long. Undamped, where filters gain most.
    for (const std::string method : {"symplectic-euler", "verlet"}) {
        SceneDescription scene = filtered_hanging(FilterKind::plain);
        scene.integrator.method = method;
        SpringSettings& springs = scene.cloths[0].springs;
        springs.stretch_damping = springs.shear_damping = springs.bending_damping = 0;
        const double limit = Simulation(scene).stable_step_limit();
        EXPECT_TRUE(stays_calm(scene, 1.25 * limit)) << method;
        scene.filter.reset();
        EXPECT_FALSE(stays_calm(scene, 1.25 * limit)) << method;
        EXPECT_TRUE(stays_calm(scene, 0.98 * limit)) << method;
    }
}

TEST(FilterInAScene, LeavesImplicitMethodsStable)
{
    // Steps thirty times as long as an explicit method could take, with each kind of filter that has no negative gains.
    for (const IntegratorChoice& choice : integrator_choices()) {
        if (choice.family != IntegratorFamily::implicit_method && choice.name != "imex-euler") continue;
        for (const FilterKind kind : {FilterKind::averaged, FilterKind::momentum}) {
            SceneDescription scene = filtered_hanging(kind);
            scene.integrator.method = choice.name;
            EXPECT_TRUE(stays_calm(scene, 30 * Simulation(scene).stable_step_limit())) << choice.name;
        }
    }
}

TEST(FilterInAScene, ActsInEveryMethodOfEqualSteps)
{
    for (const IntegratorChoice& choice : integrator_choices()) {
        SceneDescription scene = filtered_hanging(FilterKind::averaged);
        scene.integrator.method = choice.name;
        scene.integrator.dt = 0.0005;
        Simulation with(scene);
        scene.filter.reset();
        Simulation without(scene);
        const FrameReport report = with.advance_frame();
        EXPECT_FALSE(is_failure(report.status)) << choice.name;
        EXPECT_FALSE(is_failure(without.advance_frame().status)) << choice.name;
        EXPECT_LT(with.measure().energies.kinetic, without.measure().energies.kinetic) << choice.name;
    }
}

TEST(FilterInAScene, GoesOnToTheSameBitsFromTheMiddleOfAFrame)
{
    const auto run = [](int threads, bool resume) {
        const ThreadLimit limit(threads);
        const SceneDescription scene = filtered_hanging(FilterKind::momentum);
        Simulation simulation(scene);
        for (int step = 0; step < 57; ++step) static_cast<void>(simulation.step());
        if (resume) {
            std::stringstream file;
            simulation.save(file);
            simulation = Simulation(scene);
            simulation.restore(file);
        }
        for (int step = 0; step < 57; ++step) static_cast<void>(simulation.step());
        return saved(simulation);
    };
    const std::string once = run(1, false);
    EXPECT_EQ(run(2, false), once);
    EXPECT_EQ(run(1, true), once);
}

TEST(FilterInAScene, OfRingsReachesFarther)
{
    std::vector<double> kinetic;
    for (const int rings : {1, 3}) {
        SceneDescription scene = filtered_hanging(FilterKind::averaged, 0.5);
        scene.filter->rings = rings;
        Simulation simulation(scene);
        for (int frame = 0; frame < 5; ++frame) static_cast<void>(simulation.advance_frame());
        kinetic.push_back(simulation.measure().energies.kinetic);
    }
    EXPECT_LT(kinetic[1], kinetic[0]);
}

TEST(FilterInAScene, DoesNotGoWithAdaptiveSteps)
{
    SceneDescription scene = filtered_hanging(FilterKind::plain);
    scene.integrator.method = "bdf2";
    scene.integrator.adaptive = true;
    const std::vector<Problem> problems = check(scene);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].key, "filter");
    scene.integrator.adaptive = false;
    scene.filter->lambda = -1;
    ASSERT_EQ(check(scene).size(), 1U);
    EXPECT_EQ(check(scene)[0].key, "filter.lambda");
}

}  // namespace
}  // namespace tulle
