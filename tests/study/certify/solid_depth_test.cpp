#include "study/certify/solid_depth.hpp"

#include "support/random_values.hpp"
#include "support/solids.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::NamedShape;
using testing::RandomValues;

Solid solid_of(const testing::Shape& shape)
{
    ObstacleDescription obstacle;
    std::visit([&](const auto& s) { obstacle.shape = s; }, shape);
    return Solid::of(obstacle).value();
}

std::vector<Vec3> surface_of(const testing::Shape& shape)
{
    return std::visit(testing::SurfaceSampler{.spacing = 0.05}, shape);
}

class EverySolid : public ::testing::TestWithParam<NamedShape> {};

/// Contact has formulas of its own.
TEST_P(EverySolid, IsWhereContactHasIt)
{
    const Solid solid = solid_of(GetParam().shape);
    const std::vector<Vec3> surface = surface_of(GetParam().shape);
    RandomValues random(1);
    int inside = 0;
    for (int k = 0; k < 5000; ++k) {
        const Vec3 x = surface[random.integer(0, static_cast<int>(surface.size()) - 1)] + random.vector(0.2);
        const double distance = solid.distance(x);
        ASSERT_NEAR(distance, testing::nearest(GetParam().shape, x).distance, 1e-14);
        inside += distance < 0 ? 1 : 0;
    }
    EXPECT_GT(inside, 0);
}

TEST_P(EverySolid, ATriangleIsAsDeepAsItsDeepestPoint)
{
    const Solid solid = solid_of(GetParam().shape);
    const std::vector<Vec3> surface = surface_of(GetParam().shape);
    RandomValues random(2);
    int deep = 0;
    for (int k = 0; k < 200; ++k) {
        const Vec3 center = surface[random.integer(0, static_cast<int>(surface.size()) - 1)];
        const Triangle triangle{center + random.vector(0.3), center + random.vector(0.3), center + random.vector(0.3)};
        double sampled = 0;
        constexpr int n = 60;
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j <= n - i; ++j)
                sampled = std::max(
                    sampled, -solid.distance((i * triangle[0] + j * triangle[1] + (n - i - j) * triangle[2]) / n));
        const double depth = solid.depth(triangle);
        ASSERT_GE(depth, sampled - 1e-15);
        ASSERT_LE(depth, 1.01 * (sampled + 0.6 / n) + 1e-7);  // a point is that near to one that was looked at
        if (sampled > 0.1) {
            ASSERT_LE(depth, 1.05 * sampled);
        }
        EXPECT_EQ(solid.depth(triangle, 1.001 * depth), 1.001 * depth);  // never more for having been asked twice
        deep += depth > 0 ? 1 : 0;
    }
    EXPECT_GT(deep, 10);
}

INSTANTIATE_TEST_SUITE_P(All, EverySolid, ::testing::ValuesIn(testing::sample_shapes()),
                         [](const auto& shape) { return shape.param.name; });

TEST(SolidDepth, BetweenCornersThatAreAllOutside)
{
    const Solid ball = solid_of(SphereShape{.center = {0, 0, 0}, .radius = 1});
    const Triangle over{Vec3(-0.1, -0.1, 0.999), Vec3(0.1, -0.1, 0.999), Vec3(0, 0.2, 0.999)};
    for (const Vec3& corner : over) EXPECT_GT(ball.distance(corner), 0);
    EXPECT_GE(ball.depth(over), 0.001);
    EXPECT_LE(ball.depth(over), 0.00102);
    ObstacleDescription mesh;
    mesh.shape = MeshDescription{};
    EXPECT_FALSE(Solid::of(mesh));
}

}  // namespace
}  // namespace tulle
