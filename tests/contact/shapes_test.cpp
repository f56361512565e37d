#include "contact/shapes.hpp"

#include "support/finite_difference.hpp"
#include "support/random_values.hpp"
#include "support/solids.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tulle {
namespace {

using testing::NamedShape;
using testing::nearest;
using testing::RandomValues;
using testing::Shape;

class EveryShape : public ::testing::TestWithParam<NamedShape> {
protected:
    const Shape& shape() const { return GetParam().shape; }
};
INSTANTIATE_TEST_SUITE_P(Shapes, EveryShape, ::testing::ValuesIn(testing::sample_shapes()),
                         [](const auto& sample) { return sample.param.name; });

/// Inside or not, by the plainest formula.
struct Contains {
    Vec3 x;
    bool operator()(const PlaneShape& s) const { return (x - s.point).dot(s.normal) < 0; }
    bool operator()(const SphereShape& s) const { return (x - s.center).norm() < s.radius; }
    bool operator()(const BoxShape& s) const { return ((x - s.center).array().abs() < 0.5 * s.size.array()).all(); }
    bool operator()(const CylinderShape& s) const
    {
        const double along = (x - s.center).dot(s.axis);
        return std::abs(along) < 0.5 * s.height && (x - s.center - along * s.axis).norm() < s.radius;
    }
    bool operator()(const CapsuleShape& s) const
    {
        const Vec3 end = 0.5 * s.height * s.axis;
        const auto in_ball = [&](const Vec3& center) { return (*this)(SphereShape{center, s.radius}); };
        return in_ball(s.center + end) || in_ball(s.center - end) ||
               (*this)(CylinderShape{s.center, s.axis, s.radius, s.height});
    }
};

TEST_P(EveryShape, DistanceIsThatOfTheNearestSurfacePoint)
{
    constexpr double spacing = 0.03;
    const std::vector<Vec3> surface = std::visit(testing::SurfaceSampler{spacing}, shape());
    RandomValues random(1);
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 x = random.vector(1.2);
        double closest = std::numeric_limits<double>::infinity();
        for (const Vec3& point : surface) closest = std::min(closest, (point - x).squaredNorm());
        closest = std::sqrt(closest);
        const double distance = std::abs(nearest(shape(), x).distance);
        EXPECT_LE(distance, closest + 1e-12) << x.transpose();
        EXPECT_GE(distance, closest - spacing) << x.transpose();
    }
}

TEST_P(EveryShape, DistanceIsNegativeInsideAlone)
{
    RandomValues random(2);
    int inside = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const Vec3 x = random.vector(1.2);
        const bool expected = std::visit(Contains{x}, shape());
        inside += expected ? 1 : 0;
        ASSERT_EQ(nearest(shape(), x).distance < 0, expected) << x.transpose();
    }
    EXPECT_GT(inside, 0);
}

TEST_P(EveryShape, NormalIsTheGradientOfTheDistance)
{
    RandomValues random(3);
    for (int trial = 0; trial < 500; ++trial) {
        const Vec3 x = random.vector(1.2);
        const SurfacePoint near = nearest(shape(), x);
        EXPECT_NEAR(near.normal.norm(), 1, 1e-14);
        const Vec3 slope = testing::gradient([&](const Vec3& y) { return nearest(shape(), y).distance; }, x, 1e-7);
        EXPECT_LT((slope - near.normal).norm(), 1e-5) << x.transpose();
    }
}

TEST_P(EveryShape, FollowingTheNormalEndsOnTheSurface)
{
    RandomValues random(4);
    for (int trial = 0; trial < 500; ++trial) {
        const Vec3 x = random.vector(1.2);
        const SurfacePoint near = nearest(shape(), x);
        EXPECT_NEAR(nearest(shape(), x - near.distance * near.normal).distance, 0, 1e-14) << x.transpose();
    }
}

TEST_P(EveryShape, DistanceGrowsNoFasterThanThePathAndIsConvexAlongIt)
{
    // Both are what first_impact relies on.
    RandomValues random(5);
    for (int trial = 0; trial < 2000; ++trial) {
        const Vec3 a = random.vector(1.5);
        const Vec3 b = random.vector(1.5);
        const double at_a = nearest(shape(), a).distance;
        const double at_b = nearest(shape(), b).distance;
        EXPECT_LE(std::abs(at_a - at_b), (a - b).norm() + 1e-14);
        EXPECT_LE(nearest(shape(), 0.5 * (a + b)).distance, 0.5 * (at_a + at_b) + 1e-14);
    }
}

TEST(Shapes, BoxAndCylinderAreTheSameFromEverySide)
{
    const BoxShape box{.center = {0.2, 0.1, -0.1}, .size = {0.9, 1.4, 0.5}};
    const CylinderShape cylinder{.center = {0.2, 0.1, -0.1}, .axis = {0, 0, 1}, .radius = 0.5, .height = 0.8};
    RandomValues random(6);
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 d = random.vector(1.5);
        for (int mirror = 0; mirror < 8; ++mirror) {
            const Vec3 sign((mirror & 1) != 0 ? -1 : 1, (mirror & 2) != 0 ? -1 : 1, (mirror & 4) != 0 ? -1 : 1);
            const auto expect_mirrored = [&](const Shape& shape, const Vec3& center) {
                const SurfacePoint one = nearest(shape, center + d);
                const SurfacePoint other = nearest(shape, center + sign.cwiseProduct(d));
                EXPECT_NEAR(one.distance, other.distance, 1e-15);
                EXPECT_LT((sign.cwiseProduct(one.normal) - other.normal).norm(), 1e-14);
            };
            expect_mirrored(box, box.center);
            expect_mirrored(cylinder, cylinder.center);
        }
    }
}

TEST(Shapes, CornersAndEdgesAreRoundFromOutside)
{
    const BoxShape box{.center = Vec3::Zero(), .size = {2, 2, 2}};
    EXPECT_NEAR(nearest(box, {4, 5, 13}).distance, 13, 1e-14);  // (3, 4, 12) beyond the corner
    EXPECT_NEAR(nearest(box, {4, 5, 0}).distance, 5, 1e-14);    // (3, 4) beyond an edge
    EXPECT_NEAR(nearest(box, {4, 0, 0}).distance, 3, 1e-14);    // 3 beyond a face
    const CylinderShape cylinder{.center = Vec3::Zero(), .axis = {0, 0, 1}, .radius = 1, .height = 2};
    EXPECT_NEAR(nearest(cylinder, {4, 0, 5}).distance, 5, 1e-14);  // (3, 4) beyond the rim
}

TEST(Shapes, HaveANormalEvenWhereNoneIsBest)
{
    const auto expect_unit = [](const Shape& shape, const Vec3& x, double distance) {
        const SurfacePoint near = nearest(shape, x);
        EXPECT_NEAR(near.normal.norm(), 1, 1e-14);
        EXPECT_NEAR(near.distance, distance, 1e-14);
        EXPECT_NEAR(nearest(shape, x - near.distance * near.normal).distance, 0, 1e-14);
    };
    const Vec3 center(0.5, -1, 2);
    expect_unit(SphereShape{.center = center, .radius = 2}, center, -2);
    expect_unit(BoxShape{.center = center, .size = {3, 3, 3}}, center, -1.5);
    expect_unit(CylinderShape{.center = center, .axis = {0, 0, 1}, .radius = 1, .height = 4}, center, -1);
    expect_unit(CylinderShape{.center = center, .axis = {0, 0, 1}, .radius = 1, .height = 4}, {0.5, -1, 5}, 1);
    expect_unit(BoxShape{.center = center, .size = {2, 2, 2}}, {1.5, 0, 3}, 0);  // a corner
}

}  // namespace
}  // namespace tulle
