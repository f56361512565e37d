#include "study/fabric_lab/drape.hpp"

#include "support/fabrics.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

TEST(DiscMesh, IsADisc)
{
    for (const int rings : {1, 2, 7}) {
        const TriangleMesh mesh = disc_mesh(0.15, rings, 0.3);
        EXPECT_EQ(mesh.positions.size(), 3U * rings * (rings + 1) + 1);
        EXPECT_EQ(mesh.faces.size(), 6U * rings * rings);
        double area = 0;
        for (const auto& [a, b, c] : mesh.faces) {
            const Vec3 twice = (mesh.positions[b] - mesh.positions[a]).cross(mesh.positions[c] - mesh.positions[a]);
            EXPECT_GT(twice.z(), 0);
            area += 0.5 * twice.z();
        }
        const double corners = 6.0 * rings;
        EXPECT_NEAR(area, 0.5 * corners * 0.15 * 0.15 * std::sin(2 * std::numbers::pi / corners), 1e-12);
    }
}

TEST(CoveredPart, OfFlatAndShrunkDiscs)
{
    TriangleMesh mesh = disc_mesh(0.15, 20, 0);
    EXPECT_NEAR(covered_part(mesh, Vec2::Zero(), 0.09, 0.15), 1, 0.01);
    for (Vec3& p : mesh.positions) p *= 0.8;  // 0.12 m
    const double expected = (0.12 * 0.12 - 0.09 * 0.09) / (0.15 * 0.15 - 0.09 * 0.09);
    EXPECT_NEAR(covered_part(mesh, Vec2::Zero(), 0.09, 0.15), expected, 0.01);
}

TEST(CountFolds, CountsWavesAndNoRipples)
{
    for (const int waves : {0, 1, 2, 5, 11}) {
        std::vector<double> outline(360);
        for (int k = 0; k < 360; ++k) {
            const double angle = 2 * std::numbers::pi * k / 360;
            outline[k] = 0.12 + 0.01 * std::cos(waves * angle + 0.7) + 0.0005 * std::cos(40 * angle);
        }
        EXPECT_EQ(count_folds(outline, 0.002), waves);
    }
}

TEST(Drape, AStifferFabricShadesMore)
{
    FabricDescription soft = testing::plain_fabric(), stiff = soft;
    for (FabricDirection* direction : {&stiff.warp, &stiff.weft})
        direction->bending = KesBending{.rigidity = 400e-6, .width = 0};
    const DrapeOptions coarse{.resolution = 4, .runs = 1, .lowering = 0.4, .settling = 0.4};
    const auto a = drape(soft, coarse), b = drape(stiff, coarse);
    ASSERT_TRUE(a && b);
    EXPECT_GT(b->mean, a->mean + 0.1);
    EXPECT_GT(b->mean, 0.6);
}

TEST(Drape, ASquareThatDoesNotBendIsSeenWhole)
{
    FabricDescription board = testing::plain_fabric();
    for (FabricDirection* direction : {&board.warp, &board.weft})
        direction->bending = KesBending{.rigidity = 0.5, .width = 0};
    const DrapeOptions options{
        .shape = SpecimenShape::square, .resolution = 9, .runs = 1, .lowering = 0.3, .settling = 0.3};
    const auto test = drape(board, options);
    ASSERT_TRUE(test);
    EXPECT_NEAR(test->mean, 1, 0.03);
    EXPECT_EQ(test->pieces[0].nodes, 4) << "its corners";
}

}  // namespace
}  // namespace tulle
