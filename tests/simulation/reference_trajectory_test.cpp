#include "simulation/reference_trajectory.hpp"

#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

/// Largest distance [m] between particles of two states.
double distance(std::span<const Vec3> a, std::span<const Vec3> b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

TEST(ReferenceTrajectory, FallsAsGalileoSays)
{
    SceneDescription scene;
    scene.cloths.push_back(testing::square_cloth(4, 2.0));
    scene.cloths[0].velocity = {0.3, 0, 0.5};
    ReferenceTrajectory fall(scene);
    const std::vector<Vec3> start(fall.positions().begin(), fall.positions().end());
    constexpr double t = 0.4;
    fall.advance_to(t);
    const Vec3 way = t * scene.cloths[0].velocity + 0.5 * t * t * scene.simulation.gravity;
    for (std::size_t i = 0; i < start.size(); ++i) EXPECT_LT((fall.positions()[i] - start[i] - way).norm(), 1e-10);
}

TEST(ReferenceTrajectory, StopsOnTheWayChangeNothing)
{
    for (const SceneDescription& scene : {testing::hanging(4), testing::in_gusts(4)}) {
        ReferenceTrajectory at_once(scene), in_parts(scene);
        at_once.advance_to(0.2);
        for (const double time : {0.05, 0.05, 0.11, 0.2}) in_parts.advance_to(time);
        EXPECT_EQ(in_parts.time(), 0.2);
        EXPECT_LT(distance(at_once.positions(), in_parts.positions()), 1e-10);
        EXPECT_LT(distance(at_once.velocities(), in_parts.velocities()), 1e-8);
    }
}

TEST(ReferenceTrajectory, SimulationsConvergeToIt)
{
    SceneDescription scene = testing::hanging(4);
    scene.simulation.fps = 10;
    scene.integrator.method = "symplectic-euler";
    ReferenceTrajectory reference(scene);
    reference.advance_to(0.1);
    const auto error = [&](double dt) {
        scene.integrator.dt = dt;
        Simulation simulation(scene);
        EXPECT_EQ(simulation.advance_frame().status, StepStatus::ok);
        return distance(simulation.positions(), reference.positions());
    };
    const double coarse = error(1e-4), fine = error(5e-5);
    EXPECT_LT(coarse, 1e-4);
    EXPECT_NEAR(std::log2(coarse / fine), 1, 0.05);
}

TEST(ReferenceTrajectory, ReportsTheTimeFromTheStart)
{
    ReferenceOptions options;
    double latest = 0;
    options.keep_going = [&](double time) {
        latest = time;
        return time < 0.15;
    };
    ReferenceTrajectory reference(testing::hanging(4), options);
    reference.advance_to(0.1);
    EXPECT_EQ(latest, 0.1);
    reference.advance_to(0.3);
    EXPECT_GE(reference.time(), 0.15);
    EXPECT_LT(reference.time(), 0.3);
    EXPECT_DOUBLE_EQ(reference.time(), latest);
}

TEST(ReferenceTrajectory, RefusesAllThatIsNotSmooth)
{
    SceneDescription scene = testing::table(4);
    scene.cloths[0].pins.push_back({.where = PinCorner{}});
    scene.cloths[0].pins.push_back({.where = PinCorner{true, true}, .motion = {.keyframes = {{.time = 1}}}});
    try {
        const ReferenceTrajectory reference(scene);
        FAIL() << "nothing was refused";
    } catch (const InputError& error) {
        ASSERT_EQ(error.problems().size(), 2U);
        EXPECT_EQ(error.problems()[0].key, "obstacle[0]");
        EXPECT_EQ(error.problems()[1].key, "cloth[0].pin[1].keyframes");
    }
}

}  // namespace
}  // namespace tulle
