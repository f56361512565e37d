#include <tulle/simulation.hpp>

#include "support/random_state.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <cstring>

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
    scene.integrator.max_rounds = 5000;
    scene.solver.method = SolverMethod::direct;
    scene.integrator.update = UpdateKind::accelerated;
    Simulation imex(scene);
    scene.integrator.method = "backward-euler";
    Simulation newton(scene);
    advance(imex, 25);  // 0.25 s
    advance(newton, 25);
    EXPECT_LT(largest_distance(imex, newton), 1e-6);
    EXPECT_LT(imex.measure().energies.gravity, -0.05);  // it has fallen
}

class EveryMethod : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryMethod, FreeFlightKeepsMomentum)
{
    SceneDescription scene;
    scene.simulation.gravity.setZero();
    scene.simulation.fps = 1000;
    scene.integrator.method = GetParam();
    scene.integrator.dt = 1e-4;
    ClothDescription cloth = testing::square_cloth(12);
    cloth.velocity = Vec3(1, 2, 3);
    scene.cloths.push_back(cloth);
    Simulation simulation(scene);
    const Vec3 before = simulation.measure().momentum;
    advance(simulation, 20);
    EXPECT_LT((simulation.measure().momentum - before).norm(), 1e-12 * before.norm());
}

TEST_P(EveryMethod, FreeFallFollowsTheParabolaOfItsMethod)
{
    // First-order Euler schemes fall h/2 g t further than the parabola: z = -g t (t + h)/2, exactly.
    SceneDescription scene;
    scene.simulation.fps = 25;
    scene.integrator.method = GetParam();
    scene.integrator.dt = 1e-3;
    scene.cloths.push_back(testing::square_cloth(5));
    Simulation simulation(scene);
    advance(simulation, 5);
    const double t = simulation.time();
    for (const Vec3& x : simulation.positions()) EXPECT_NEAR(x.z(), -9.81 * t * (t + simulation.dt()) / 2, 1e-12);
}

TEST_P(EveryMethod, ThreadsDoNotChangeABit)
{
    SceneDescription scene = testing::table(70);  // several blocks of particles
    scene.integrator.method = GetParam();
    if (scene.integrator.method == "symplectic-euler") scene.integrator.dt = 1e-4;
    const auto run = [&](int threads) {
        const ThreadLimit limit(threads);
        Simulation simulation(scene);
        static_cast<void>(simulation.advance_frame());
        static_cast<void>(simulation.advance_frame());
        return std::vector<Vec3>(simulation.positions().begin(), simulation.positions().end());
    };
    const std::vector<Vec3> one = run(1);
    const std::vector<Vec3> two = run(2);
    EXPECT_EQ(0, std::memcmp(one.data(), two.data(), one.size() * sizeof(Vec3)));
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, ::testing::Values("symplectic-euler", "backward-euler", "imex-euler"),
                         [](const auto& method) {
                             std::string name = method.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

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

TEST(Simulation, AStepThatDividesTheFrameIsKept)
{
    SceneDescription scene = testing::hanging(3);
    scene.simulation.fps = 25;
    scene.integrator.dt = 0.01;
    EXPECT_DOUBLE_EQ(Simulation(scene).dt(), 0.01);
    scene.integrator.dt = 1.0;  // longer than a frame
    EXPECT_DOUBLE_EQ(Simulation(scene).dt(), 0.04);
}

TEST(Simulation, KeyframedPinsAreWhereTheyShouldBeAtEveryFrame)
{
    SceneDescription scene = testing::hanging(6);
    for (PinDescription& pin : scene.cloths[0].pins)
        pin.keyframes = {{.time = 0, .translation = Vec3::Zero(), .angle = 0},
                         {.time = 0.2, .translation = {0.1, 0, 0.05}, .angle = 90}};
    for (const char* method : {"symplectic-euler", "backward-euler", "imex-euler"}) {
        scene.integrator.method = method;
        scene.integrator.dt = std::string_view(method) == "symplectic-euler" ? 1e-4 : 0.01;
        Simulation simulation(scene);
        advance(simulation, 5);  // 0.2 s
        // Corner (-0.5, -0.5) turned by 90 degrees about z, then moved.
        EXPECT_LT((simulation.positions()[0] - Vec3(0.6, -0.5, 0.05)).norm(), 1e-12) << method;
    }
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
