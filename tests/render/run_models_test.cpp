#include "render/run_models.hpp"

#include "render/fake_run.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tulle {
namespace {

constexpr std::array<int, 1> first{0};

TEST(ClothRests, TextureCoordinatesAreMetres)
{
    FakeRun run(5, 1, [](double u, double v, int) { return Vec3(3 * u, 0, 2 * v); });
    const auto rests = cloth_rests(run);
    ASSERT_EQ(rests.size(), 1U);
    EXPECT_NEAR((rests[0].coordinates.back() - Vec2(3, 2)).norm(), 0, 1e-12);
    EXPECT_NEAR(rests[0].extent, 3, 1e-12);
}

TEST(ClothModels, TakeTheirOwnValuesAndPositions)
{
    FakeRun run = level_run(3);
    const FrameData& frame = run.read(1);
    const auto values = run.values(0);
    const auto models = cloth_models(frame, cloth_rests(run), values, ClothTexture::checked);
    ASSERT_EQ(models.size(), 1U);
    EXPECT_EQ(models[0].values, std::vector<double>(values.begin(), values.end()));
    EXPECT_EQ(models[0].positions.size(), 9U);
    EXPECT_NEAR(models[0].material.check_width, 0.05, 1e-12);
}

/// The azimuth from which a flat, upright cloth is seen whose normal points to `angle` degrees from -Y.
double azimuth_of(double angle)
{
    const Vec3 along(std::cos(angle * std::numbers::pi / 180), std::sin(angle * std::numbers::pi / 180), 0);
    FakeRun run(4, 1, [=](double u, double v, int) { return Vec3(u * along + Vec3(0, 0, v)); });
    return extent_of(run, first).azimuth;
}

TEST(RunExtent, AnUprightClothIsSeenFromItsFront)
{
    const double straight = azimuth_of(0);
    EXPECT_GT(straight, 10);
    EXPECT_LT(straight, 45);
    for (const double angle : {-60.0, 20.0, 60.0, 90.0})
        EXPECT_NEAR(azimuth_of(angle), straight + angle, 1e-9) << angle;
}

TEST(RunExtent, LevelClothsAreSeenFromHigherUp)
{
    FakeRun upright(4, 1, [](double u, double v, int) { return Vec3(u, 0, v); });
    FakeRun level = level_run();
    EXPECT_LT(extent_of(upright, first).elevation + 10, extent_of(level, first).elevation);
}

TEST(RunExtent, ObstaclesStandOnTheFloorAndStayBelowTheCloth)
{
    FakeRun run = level_run(5, 0.5);
    run.obstacle_list.push_back(
        {.name = "table", .shape = BoxShape{.center = Vec3(0, 0, 0.25), .size = Vec3(0.5, 0.5, 0.5)}});
    const RunExtent extent = extent_of(run, first);
    ASSERT_EQ(extent.obstacles.size(), 1U);
    Eigen::AlignedBox3d box;
    for (const Vec3& p : extent.obstacles[0].mesh.positions) box.extend(p);
    EXPECT_LT(box.max().z(), 0.5) << "the cloth lies on it: both at the same height would flicker";
    EXPECT_GT(box.max().z(), 0.49);
    EXPECT_NEAR(box.min().z(), extent.ground, 1e-12);
    EXPECT_NEAR(extent.bounds.min().z(), 0, 1e-12);
}

TEST(RunExtent, MeshesKeepTheirFormAndCapsulesAreOfPlaster)
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
    const RunExtent extent = extent_of(run, first);
    ASSERT_EQ(extent.obstacles.size(), 2U);
    const ObstacleModel& model = extent.obstacles[0];
    const Vec3 down = model.mesh.positions[0] - pipe.mesh.positions[0];
    EXPECT_LT(down.z(), 0) << "below cloth that lies on it";
    EXPECT_GT(down.z(), -0.01);
    for (std::size_t i = 0; i < pipe.mesh.positions.size(); ++i)
        EXPECT_LT((model.mesh.positions[i] - pipe.mesh.positions[i] - down).norm(), 1e-15);
    EXPECT_NEAR(extent.ground, down.z() - 0.105, 1e-12) << "it stands on the floor, with the limb";
    for (const ObstacleModel& obstacle : extent.obstacles) EXPECT_EQ(obstacle.finish, Finish::matte);
}

TEST(RunExtent, ALevelPlaneIsTheFloor)
{
    FakeRun run = level_run(5, 1);
    run.obstacle_list.push_back(
        {.name = "floor", .shape = PlaneShape{.point = Vec3(7, 7, -0.3), .normal = Vec3(0, 0, 2)}});
    const RunExtent extent = extent_of(run, first);
    EXPECT_TRUE(extent.obstacles.empty());
    EXPECT_NEAR(extent.ground, -0.3, 0.01);
}

TEST(RunExtent, AHugeObstacleDoesNotMakeTheClothSmall)
{
    FakeRun run = level_run(5, 0.1);
    run.obstacle_list.push_back(
        {.name = "ground", .shape = BoxShape{.center = Vec3(0, 0, -50), .size = Vec3(100, 100, 100)}});
    EXPECT_LT(extent_of(run, first).bounds.diagonal().norm(), 6);
}

TEST(RunExtent, CoversAllFramesAskedFor)
{
    FakeRun run(4, 3, [](double u, double v, int frame) { return Vec3(u + 5 * frame, v, 0); });
    const std::array<int, 3> all{0, 1, 2};
    EXPECT_NEAR(extent_of(run, all).bounds.max().x(), 11, 1e-12);
    EXPECT_NEAR(extent_of(run, first).bounds.max().x(), 1, 1e-12);
}

}  // namespace
}  // namespace tulle
