#include <tulle/simulation.hpp>

#include "support/random_state.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace tulle {
namespace {

void advance(Simulation& simulation, int frames)
{
    for (int f = 0; f < frames; ++f) {
        const FrameReport report = simulation.advance_frame();
        ASSERT_EQ(report.status, StepStatus::ok) << "frame " << report.frame << ", residual " << report.residual;
    }
}

double largest_distance(const Simulation& a, const Simulation& b)
{
    double largest = 0;
    for (int i = 0; i < a.particle_count(); ++i)
        largest = std::max(largest, (a.positions()[i] - b.positions()[i]).norm());
    return largest;
}

TEST(Simulation, NewtonAndConvergedImexUpdatesAgree)
{
    // Two routes to one equation: Newton on 3 x 3 blocks, and quasi-Newton updates of one constant scalar matrix.
    SceneDescription scene = testing::hanging(20);
    scene.simulation.fps = 100;
    scene.integrator.tolerance = 1e-8;
    scene.integrator.max_iterations = 5000;
    scene.integrator.update = UpdateKind::accelerated;
    Simulation imex(scene);
    scene.integrator.method = "backward-euler";
    Simulation newton(scene);
    advance(imex, 25);  // 0.25 s
    advance(newton, 25);
    EXPECT_LT(largest_distance(imex, newton), 1e-6);
    EXPECT_LT(imex.measure().energies.gravity, -0.05);  // it has fallen
}

TEST(Simulation, StagesTakeNoLongerThanTheWhole)
{
    for (const NewtonKind newton : {NewtonKind::once, NewtonKind::converged}) {
        SceneDescription scene = testing::table(20);
        scene.integrator.method = "backward-euler";
        scene.integrator.newton = newton;
        const auto start = std::chrono::steady_clock::now();
        Simulation simulation(scene);
        for (int f = 0; f < 5; ++f) (void)simulation.advance_frame();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const StageTimes times = simulation.stage_times();
        EXPECT_GT(times.assembly, 0);
        EXPECT_LE(times.force + times.assembly + times.solve + times.contact + times.other, seconds);
    }
}

TEST(Simulation, EulerMethodsFallHalfAStepFurtherThanTheParabola)
{
    // z = -g t (t + h)/2, exactly.
    for (const char* method : {"symplectic-euler", "backward-euler", "imex-euler", "sbdf1"}) {
        SceneDescription scene;
        scene.simulation.fps = 25;
        scene.integrator.method = method;
        scene.integrator.dt = 1e-3;
        scene.cloths.push_back(testing::square_cloth(5));
        Simulation simulation(scene);
        advance(simulation, 5);
        const double t = simulation.time();
        for (const Vec3& x : simulation.positions())
            EXPECT_NEAR(x.z(), -9.81 * t * (t + simulation.dt()) / 2, 1e-12) << method;
    }
}

TEST(Simulation, StepsDivideAFrameExactlyAndTimeNeverDrifts)
{
    SceneDescription scene = testing::hanging(3);
    scene.simulation.fps = 24;
    scene.simulation.duration = 10;
    scene.integrator.dt = 0.01;  // does not divide 1/24 s: shortened to 1/120 s
    Simulation simulation(scene);
    EXPECT_DOUBLE_EQ(simulation.dt(), 1.0 / 120);
    EXPECT_EQ(simulation.frame_count(), 240);
    for (int frame = 1; frame <= 240; ++frame) {
        EXPECT_EQ(simulation.advance_frame().steps, 5);
        EXPECT_EQ(simulation.time(), frame / 24.0);  // exactly
    }
}

TEST(Simulation, SaysWhyStepsAreAsLongAsTheyAre)
{
    SceneDescription scene = testing::hanging(3);
    const auto choice = [&] { return Simulation(scene).step_choice(); };
    scene.integrator = {};
    scene.simulation.fps = 25;
    EXPECT_TRUE(choice().starts_with("the default: ")) << choice();
    EXPECT_EQ(choice().find("shortened"), std::string::npos);
    scene.simulation.fps = 30;
    EXPECT_TRUE(choice().ends_with("; shortened to divide the time of a frame")) << choice();
    scene.integrator.dt = 1.0 / 60;
    EXPECT_EQ(choice(), "as the scene asks");
    scene.integrator.adaptive = true;
    EXPECT_EQ(choice(), "they follow the error");
    scene.simulation.fps = 25;
    scene.integrator = {.method = "sbdf2"};
    EXPECT_EQ(choice(), "the default") << "has no iterations";
    scene.integrator = {.method = "verlet", .dt = 1e-4};
    EXPECT_EQ(choice(), "as the scene asks");
    scene.integrator.automatic = true;
    EXPECT_TRUE(choice().starts_with("as long as is stable")) << choice();
}

TEST(Simulation, SaysWhyImexTookItsDirections)
{
    for (const double stiffness : {1.0, 5000.0}) {
        SceneDescription scene = testing::hanging(10);
        scene.integrator.method = "imex-euler";
        scene.cloths[0].springs.stretch_stiffness = stiffness;
        Simulation simulation(scene);
        EXPECT_EQ(simulation.method(), "imex-euler, updates or Newton directions as the first step decides");
        ASSERT_FALSE(is_failure(simulation.step().status));
        const std::string method = simulation.method();
        const bool is_stiff = stiffness > 1000;
        EXPECT_TRUE(method.starts_with(is_stiff ? "imex-euler, Newton directions: springs add up to "
                                                : "imex-euler, accelerated updates: springs add up to "))
            << method;
        EXPECT_TRUE(method.ends_with(is_stiff ? "; above 200 updates would converge too slowly"
                                              : "; up to 200 updates are faster than Newton directions"))
            << method;
    }
}

TEST(Simulation, AStepThatDividesTheFrameIsKept)
{
    SceneDescription scene = testing::hanging(3);
    scene.simulation.fps = 25;
    scene.integrator.dt = 0.01;
    EXPECT_DOUBLE_EQ(Simulation(scene).dt(), 0.01);
    scene.integrator.dt = 1.0;  // longer than a frame
    EXPECT_DOUBLE_EQ(Simulation(scene).dt(), 0.04);
}

TEST(Simulation, RefusesABadDescriptionWithEveryProblem)
{
    SceneDescription scene = testing::hanging(4);
    scene.cloths[0].areal_density = -1;
    scene.integrator.dt = 0;
    try {
        const Simulation simulation(scene);
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problems().size(), 2U) << error.what();
    }
}

}  // namespace
}  // namespace tulle
