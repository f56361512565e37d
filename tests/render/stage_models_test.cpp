#include "render/stage_models.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "render/fake_run.hpp"
#include "render/run_models.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tulle {
namespace {

constexpr std::array<int, 1> start_alone{0};
constexpr std::array<int, 3> every{0, 1, 2};

/// Of three frames, 25 a second.
FakeRun three_frames()
{
    return {5, 3, [](double u, double v, int) { return Vec3(u - 0.5, v - 0.5, 0.5); }};
}

/// From `from` to `to` [m] within two frames, a quarter turn about Z and back.
RigidMotion journey(const Vec3& from, const Vec3& to)
{
    RigidMotion motion;
    motion.keyframes = {{.time = 0, .translation = from, .angle = 0},
                        {.time = 0.04, .translation = 0.5 * (from + to), .angle = 90},
                        {.time = 0.08, .translation = to, .angle = 0}};
    return motion;
}

TEST(StageModels, ObstaclesStandOnTheFloorAndStayBelowTheCloth)
{
    FakeRun run = level_run(5, 0.5);
    run.obstacle_list.push_back(
        {.name = "table", .shape = BoxShape{.center = Vec3(0, 0, 0.25), .size = Vec3(0.5, 0.5, 0.5)}});
    const StageModels stage = extent_of(run, start_alone).stage;
    const auto obstacles = stage.obstacles(0);
    ASSERT_EQ(obstacles.size(), 1U);
    Eigen::AlignedBox3d box;
    for (const Vec3& p : obstacles[0].mesh.positions) box.extend(p);
    EXPECT_LT(box.max().z(), 0.5) << "the cloth lies on it: both at the same height would flicker";
    EXPECT_GT(box.max().z(), 0.49);
    EXPECT_NEAR(box.min().z(), stage.ground(0), 1e-12);
    EXPECT_NEAR(extent_of(run, start_alone).bounds.min().z(), 0, 1e-12);
}

TEST(StageModels, MeshesKeepTheirFormAndCapsulesAreOfPlaster)
{
    FakeRun run = level_run(5, 0.5);
    // A pipe's worth of triangles: what looks inward must not come out.
    const MeshDescription pipe{.mesh = {.positions = {{-1, 0, 0}, {1, 0, 0}, {0, 0, 0.4}, {0.01, 0, 0.2}},
                                        .faces = {{0, 1, 2}, {3, 1, 0}},
                                        .uvs = {},
                                        .uv_faces = {}},
                               .file = "",
                               .placement = {}};
    run.obstacle_list.push_back({.name = "pipe", .shape = pipe});
    run.obstacle_list.push_back({.name = "limb", .shape = CapsuleShape{.radius = 0.1, .height = 0.01}});
    const StageModels stage = extent_of(run, start_alone).stage;
    const auto obstacles = stage.obstacles(0);
    ASSERT_EQ(obstacles.size(), 2U);
    const ObstacleModel& model = obstacles[0];
    const Vec3 sunk = model.mesh.positions[0] - pipe.mesh.positions[0];
    EXPECT_LT(sunk.z(), 0) << "below cloth that lies on it";
    EXPECT_GT(sunk.z(), -0.01);
    for (std::size_t i = 0; i < pipe.mesh.positions.size(); ++i)
        EXPECT_LT((model.mesh.positions[i] - pipe.mesh.positions[i] - sunk).norm(), 1e-15);
    EXPECT_NEAR(stage.ground(0), sunk.z() - 0.105, 1e-12) << "it stands on the floor, with the limb";
    for (const ObstacleModel& obstacle : obstacles) EXPECT_EQ(obstacle.finish, Finish::matte);
}

TEST(StageModels, ALevelPlaneIsTheFloor)
{
    FakeRun run = level_run(5, 1);
    run.obstacle_list.push_back(
        {.name = "floor", .shape = PlaneShape{.point = Vec3(7, 7, -0.3), .normal = Vec3(0, 0, 2)}});
    const StageModels stage = extent_of(run, start_alone).stage;
    EXPECT_TRUE(stage.obstacles(0).empty());
    EXPECT_NEAR(stage.ground(0), -0.3, 0.01);
}

TEST(StageModels, ObstaclesAreWhereTheyAreInThatFrame)
{
    FakeRun run = three_frames();
    run.obstacle_list.push_back({.name = "table", .shape = BoxShape{.size = Vec3(0.6, 0.2, 0.1)}});
    run.obstacle_list.back().motion = journey(Vec3(0, 0, 0.1), Vec3(0.3, 0, 0.2));
    MeshDescription sail;
    sail.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    sail.mesh.faces = {{0, 1, 2}};
    run.obstacle_list.push_back({.name = "sail", .shape = sail});
    run.obstacle_list.back().sequence.frames = {sail.mesh.positions, {{0, 0, 0.1}, {1, 0, 0.2}, {0, 1, 0.4}}};
    run.obstacle_list.back().sequence.fps = 12.5;
    const StageModels stage = extent_of(run, every).stage;
    for (const int frame : every) {
        const auto models = stage.obstacles(frame);
        ASSERT_EQ(models.size(), 2U);
        for (std::size_t o = 0; o < 2; ++o) {
            const TriangleMesh mesh = obstacle_mesh(run.obstacle_list[o], 1, frame / run.fps());
            ASSERT_EQ(models[o].mesh.positions.size(), mesh.positions.size());
            for (std::size_t i = 0; i < mesh.positions.size(); ++i)
                EXPECT_LT((models[o].mesh.positions[i] - mesh.positions[i]).norm(), 0.004) << "set back, but no more";
        }
        // The grain goes with the wood: a corner stays where it is in the trunk.
        const Vec3 corner = unmoved_obstacle_mesh(run.obstacle_list[0], 1).positions[0];
        EXPECT_LT((models[0].pose.undo(models[0].mesh.positions[0]) - corner).norm(), 0.004);
        EXPECT_EQ(models[0].origin, Vec3::Zero());
        EXPECT_EQ(models[0].finish, Finish::wood);
    }
}

TEST(StageModels, TheFloorAndTheCameraReachWhereObstaclesGo)
{
    FakeRun run = three_frames();
    run.obstacle_list.push_back({.name = "ball", .shape = SphereShape{.radius = 0.1}});
    run.obstacle_list.back().motion = journey(Vec3(0, 0, 0.3), Vec3(0.9, 0, -0.2));
    const RunExtent still = extent_of(run, start_alone), film = extent_of(run, every);
    EXPECT_NEAR(still.stage.ground(0), 0.2, 0.01) << "a still has its own floor";
    for (const int frame : every) EXPECT_NEAR(film.stage.ground(frame), -0.3, 0.01);
    EXPECT_NEAR(still.bounds.max().x(), 0.5, 1e-12);
    EXPECT_NEAR(film.bounds.max().x(), 1.0, 1e-3);
}

TEST(StageModels, AFloorMayRiseAndAPlaneThatTiltsIsNone)
{
    FakeRun run = three_frames();
    run.obstacle_list.push_back({.name = "lift", .shape = PlaneShape{}});
    run.obstacle_list.back().motion = journey(Vec3::Zero(), Vec3(0, 0, 0.4));
    const StageModels lift = extent_of(run, every).stage;
    EXPECT_TRUE(lift.obstacles(0).empty());
    for (const int frame : every) EXPECT_NEAR(lift.ground(frame), 0.2 * frame, 0.01);
    run.obstacle_list.back().motion.axis = Vec3(1, 0, 0);
    const StageModels flap = extent_of(run, every).stage;
    const auto upright = flap.obstacles(1);
    ASSERT_EQ(upright.size(), 1U);
    for (const Vec3& p : upright[0].mesh.positions) EXPECT_NEAR(p.y(), 0, 0.01);
}

}  // namespace
}  // namespace tulle
