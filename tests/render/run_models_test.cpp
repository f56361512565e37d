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
