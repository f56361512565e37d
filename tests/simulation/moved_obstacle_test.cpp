// Obstacles that a program moves between steps.

#include <tulle/simulation.hpp>

#include "mesh/obstacle_mesh.hpp"
#include "simulation/saved_bytes.hpp"
#include "support/message_of.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <numbers>
#include <sstream>

namespace tulle {
namespace {

using testing::message_of;

constexpr double push = 0.12, push_time = 0.4;  // m, s
constexpr int fps = 25;

/// A cloth hangs beside a ball, or a box made of triangles, which then pushes it.
SceneDescription beside(bool is_mesh, const std::string& method = "imex-euler")
{
    SceneDescription scene;
    ClothDescription cloth;
    cloth.shape = GridDescription{
        .size = {0.4, 0.4}, .particles = {13, 13}, .center = {0, 0, 0.2}, .plane = GridDescription::Plane::xz};
    cloth.pins.push_back({.where = PinEdge{.axis = 1, .max = true}});
    scene.cloths.push_back(cloth);
    ObstacleDescription ball{.name = "ball", .shape = SphereShape{.center = {0, -0.12, 0.15}, .radius = 0.1}};
    if (is_mesh) {
        const BoxShape box{.center = {0, -0.12, 0.15}, .size = {0.2, 0.2, 0.2}};
        ball.shape = MeshDescription{.mesh = obstacle_mesh({.shape = box}, 1), .file = "", .placement = {}};
    }
    scene.obstacles.push_back(ball);
    scene.integrator.method = method;
    if (method == "symplectic-euler") scene.integrator.dt = 3e-4;
    scene.simulation.fps = fps;
    return scene;
}

const RigidPose pushed{.translation = {0, push, 0}};

void take_frames(Simulation& simulation, int frames)
{
    for (int k = 0; k < frames; ++k) {
        const FrameReport report = simulation.advance_frame();
        ASSERT_FALSE(is_failure(report.status)) << simulation.explain(report.last);
    }
}

TEST(MovedObstacle, DoesWhatKeyframesDo)
{
    for (const bool is_mesh : {false, true})
        for (const char* method : {"imex-euler", "bdf2", "symplectic-euler"}) {
            SCOPED_TRACE(std::string(method) + (is_mesh ? ", mesh" : ", ball"));
            SceneDescription scene = beside(is_mesh, method);
            Simulation moved(scene);
            moved.move_obstacle(0, pushed, push_time);
            scene.obstacles[0].motion.keyframes = {{.time = 0}, {.time = push_time, .translation = {0, push, 0}}};
            Simulation keyed(scene);
            constexpr int frames = 15;
            take_frames(moved, frames);
            take_frames(keyed, frames);
            double largest = 0, displaced = 0;
            for (int i = 0; i < moved.particle_count(); ++i) {
                largest = std::max(largest, (moved.positions()[i] - keyed.positions()[i]).norm());
                displaced = std::max(displaced, moved.positions()[i].y());
            }
            EXPECT_LT(largest, 1e-9);
            EXPECT_GT(displaced, 0.05) << "nothing was pushed";
            EXPECT_LT(moved.measure().deepest_penetration, 1e-3);
        }
}

TEST(MovedObstacle, GoesEvenlyAndStays)
{
    Simulation simulation(beside(false));
    const RigidPose turned{Eigen::AngleAxisd(0.8, Vec3::UnitZ()).toRotationMatrix(), {0.2, 0, 0.1}};
    simulation.move_obstacle(0, turned, 8.0 / fps);
    take_frames(simulation, 4);
    const RigidPose half = simulation.obstacle_pose(0);
    const Vec3 middle{0, -0.12, 0.15};  // of the ball, which moves straight
    EXPECT_LT((half.apply(middle) - 0.5 * (middle + turned.apply(middle))).norm(), 1e-12);
    EXPECT_LT((half.rotation - Eigen::AngleAxisd(0.4, Vec3::UnitZ()).toRotationMatrix()).norm(), 1e-12);
    take_frames(simulation, 6);
    EXPECT_EQ(simulation.obstacle_pose(0).translation, turned.translation);
    EXPECT_EQ(simulation.obstacle_pose(0).rotation, turned.rotation);
    // Without a duration in one step.
    simulation.move_obstacle(0, {});
    ASSERT_FALSE(is_failure(simulation.step().status));
    EXPECT_LT(simulation.obstacle_pose(0).translation.norm(), 1e-12);
}

TEST(MovedObstacle, IsSavedAndRestoredOnItsWay)
{
    for (const bool is_mesh : {false, true}) {
        SCOPED_TRACE(is_mesh ? "mesh" : "ball");
        Simulation simulation(beside(is_mesh));
        simulation.move_obstacle(0, pushed, push_time);
        take_frames(simulation, 5);
        std::stringstream state;
        simulation.save(state);
        Simulation again(beside(is_mesh));
        again.restore(state);
        take_frames(simulation, 8);
        take_frames(again, 8);
        EXPECT_EQ(saved(simulation), saved(again));
    }
}

/// Also into the simulation whose obstacle has been moved since.
TEST(MovedObstacle, GoesBackWithTheState)
{
    for (const bool is_mesh : {false, true}) {
        SCOPED_TRACE(is_mesh ? "mesh" : "ball");
        Simulation untouched(beside(is_mesh)), moved(beside(is_mesh));
        const std::string start = saved(moved);
        moved.move_obstacle(0, pushed);
        take_frames(moved, 3);
        restore(moved, start);
        EXPECT_EQ(moved.obstacle_pose(0).translation, Vec3::Zero());
        EXPECT_EQ(moved.measure().smallest_gap, untouched.measure().smallest_gap);
        take_frames(moved, 6);
        take_frames(untouched, 6);
        EXPECT_EQ(saved(moved), saved(untouched));
    }
}

TEST(MovedObstacle, MayBeSentOnStepByStep)
{
    Simulation simulation(beside(false)), once(beside(false));
    once.move_obstacle(0, pushed, push_time);
    const int steps = static_cast<int>(std::lround(push_time / simulation.dt()));
    for (int k = 1; k <= steps; ++k) {
        simulation.move_obstacle(0, {.translation = {0, push * k / steps, 0}});
        ASSERT_FALSE(is_failure(simulation.step().status));
        ASSERT_FALSE(is_failure(once.step().status));
    }
    for (int i = 0; i < simulation.particle_count(); ++i)
        EXPECT_LT((simulation.positions()[i] - once.positions()[i]).norm(), 1e-9);
}

TEST(MovedObstacle, MistakesAreRefused)
{
    Simulation simulation(beside(false));
    EXPECT_EQ(simulation.find_obstacle("ball"), 0);
    EXPECT_EQ(message_of([&] { static_cast<void>(simulation.find_obstacle("bal")); }),
              "obstacle: expected one of ball; found bal");
    EXPECT_EQ(message_of([&] { simulation.move_obstacle(1, {}); }), "obstacle: expected a number from 0 to 0, found 1");
    EXPECT_EQ(message_of([&] { simulation.move_obstacle(0, {.rotation = 2 * Mat3::Identity()}); }),
              "rotation: expected a rotation matrix: orthogonal, with determinant 1");
    EXPECT_EQ(message_of([&] { simulation.move_obstacle(0, {.rotation = -Mat3::Identity()}); }),
              "rotation: expected a rotation matrix: orthogonal, with determinant 1");
    EXPECT_EQ(message_of([&] { simulation.move_obstacle(0, {}, -1); }),
              "duration: expected a finite number >= 0 s, found -1.000000");
    const Simulation bare(testing::hanging(3));
    EXPECT_EQ(message_of([&] { static_cast<void>(bare.find_obstacle("ball")); }),
              "obstacle: the scene has no obstacles");
}

}  // namespace
}  // namespace tulle
