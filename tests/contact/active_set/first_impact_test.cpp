// The path of a particle against a solid: first_impact of src/contact/shapes.hpp.

#include "support/random_values.hpp"
#include "support/solids.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tulle {
namespace {

using testing::impact;
using testing::NamedShape;
using testing::nearest;
using testing::RandomValues;
using testing::Shape;

constexpr int samples = 400;
constexpr std::array thicknesses{0.0, 0.005, 0.1};  // m

struct Path {
    Vec3 from, to;
    double thickness;

    [[nodiscard]] Vec3 at(double s) const { return from + s * (to - from); }
    [[nodiscard]] double length() const { return (to - from).norm(); }
    [[nodiscard]] double gap(const Shape& shape, double s) const { return nearest(shape, at(s)).distance - thickness; }
    /// The smallest gap that samples up to s find.
    [[nodiscard]] double sampled_gap(const Shape& shape, double end = 1.0) const
    {
        double smallest = gap(shape, 0);
        for (int k = 1; k <= samples; ++k) smallest = std::min(smallest, gap(shape, end * k / samples));
        return smallest;
    }
};

std::ostream& operator<<(std::ostream& out, const Path& path)
{
    return out << "from " << path.from.transpose() << " to " << path.to.transpose() << " keeping " << path.thickness;
}

class EverySolid : public ::testing::TestWithParam<NamedShape> {
protected:
    const Shape& shape() const { return GetParam().shape; }

    /// Paths from a few millimetres to several metres, every other one aimed at a point of the surface.
    Path random_path(RandomValues& random) const
    {
        const double length = std::pow(10.0, random.number(-2.5, 0.7));
        const double thickness = thicknesses[static_cast<std::size_t>(random.integer(0, 2))];
        const Vec3 from = random.vector(1.2);
        Vec3 direction = random.unit_vector();
        const Vec3 other = random.vector(1.2);
        const SurfacePoint near = nearest(shape(), other);
        if (random.integer(0, 1) == 0) direction = (other - near.distance * near.normal - from).normalized();
        return {from, from + length * direction, thickness};
    }
    /// The same, from a point where the particle touches.
    Path touching_path(RandomValues& random) const
    {
        Path path = random_path(random);
        const SurfacePoint near = nearest(shape(), path.from);
        const Vec3 shift = (path.thickness - near.distance) * near.normal;
        path.from += shift;
        path.to += shift;
        return path;
    }
};
INSTANTIATE_TEST_SUITE_P(FirstImpact, EverySolid, ::testing::ValuesIn(testing::sample_shapes()),
                         [](const auto& sample) { return sample.param.name; });

TEST_P(EverySolid, NeverLetsAPathThrough)
{
    RandomValues random(1);
    int crossings = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Path path = random_path(random);
        if (path.gap(shape(), 0) < 0 || path.sampled_gap(shape()) > -1e-6) continue;
        ++crossings;
        EXPECT_TRUE(impact(shape(), path.thickness, path.from, path.to).hit) << path;
    }
    EXPECT_GT(crossings, 20);
}

TEST_P(EverySolid, NeverLetsAPathThroughThatStartsOnTheSurface)
{
    RandomValues random(2);
    int crossings = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Path path = touching_path(random);
        if (path.sampled_gap(shape()) > -1e-6) continue;
        ++crossings;
        EXPECT_TRUE(impact(shape(), path.thickness, path.from, path.to).hit)
            << path << ", which gets as deep as " << path.sampled_gap(shape());
    }
    EXPECT_GT(crossings, 20);
}

TEST_P(EverySolid, HitsOnlyWhatIsInTheWay)
{
    RandomValues random(3);
    int free = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Path path = random_path(random);
        // Between samples the gap is smaller by at most half their distance.
        if (path.sampled_gap(shape()) < path.length() / samples + 1e-3) continue;
        ++free;
        EXPECT_FALSE(impact(shape(), path.thickness, path.from, path.to).hit) << path;
    }
    EXPECT_GT(free, 20);
}

TEST_P(EverySolid, FindsTheFirstPointThatTouches)
{
    RandomValues random(4);
    int impacts = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Path path = random_path(random);
        if (path.gap(shape(), 0) < 1e-6) continue;
        const Impact hit = impact(shape(), path.thickness, path.from, path.to);
        if (!hit.hit) continue;
        const SurfacePoint near = nearest(shape(), hit.point);
        ++impacts;
        EXPECT_NEAR(near.distance, path.thickness, 1e-9) << path;
        EXPECT_LT(hit.normal.dot(path.to - path.from), 0) << path;
        if (path.thickness > 0) {  // on a sharp edge there is more than one normal
            EXPECT_LT((near.normal - hit.normal).norm(), 1e-5) << path;
        }
        const double s = (hit.point - path.from).dot(path.to - path.from) / (path.length() * path.length());
        EXPECT_LT((path.at(s) - hit.point).norm(), 2e-8) << path;
        EXPECT_GE(s, 0) << path;
        EXPECT_LE(s, 1) << path;
        EXPECT_GT(path.sampled_gap(shape(), s), -1e-7) << path << ": not the first";
    }
    EXPECT_GT(impacts, 20);
}

TEST_P(EverySolid, ALostParticleGoesBackToTheNearestSurfaceUnlessItComesOutByItself)
{
    RandomValues random(5);
    int inside = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const Path path = random_path(random);
        if (path.gap(shape(), 0) > -1e-6) continue;
        ++inside;
        const SurfacePoint near = nearest(shape(), path.from);
        const bool comes_out = path.gap(shape(), 1) > 0 && near.normal.dot(path.to - path.from) > 0;
        const Impact hit = impact(shape(), path.thickness, path.from, path.to);
        ASSERT_EQ(hit.hit, !comes_out) << path;
        if (!hit.hit) continue;
        EXPECT_NEAR((hit.point - path.from).norm(), -path.gap(shape(), 0), 1e-12) << path;
        EXPECT_LT((hit.normal - near.normal).norm(), 1e-12) << path;
    }
    EXPECT_GT(inside, 0);
}

TEST_P(EverySolid, LeavingOrStayingIsNoHit)
{
    RandomValues random(6);
    for (int trial = 0; trial < 1000; ++trial) {
        const Path path = touching_path(random);
        EXPECT_FALSE(impact(shape(), path.thickness, path.from, path.from).hit) << path;
        const Vec3 normal = nearest(shape(), path.from).normal;
        EXPECT_FALSE(impact(shape(), path.thickness, path.from, path.from + path.length() * normal).hit) << path;
    }
}

TEST(FirstImpact, AFastParticleDoesNotJumpAThinPlate)
{
    const BoxShape plate{.center = Vec3::Zero(), .size = {1, 1, 0.001}};
    for (const double height : {1e-5, 0.01, 1.0, 10.0}) {
        const Impact hit = first_impact(plate, 0.002, {0.1, 0.2, height + 0.0025}, {0.1, 0.2, -100});
        ASSERT_TRUE(hit.hit) << height;
        EXPECT_LT((hit.point - Vec3(0.1, 0.2, 0.0025)).norm(), 1e-9) << height;
        EXPECT_EQ(hit.normal, Vec3::UnitZ()) << height;
    }
}

TEST(FirstImpact, AParticleOnAThinPlateDoesNotJumpIt)
{
    const BoxShape plate{.center = Vec3::Zero(), .size = {1, 1, 0.001}};
    for (const double below : {0.0, 0.001, 0.01, 0.1, 100.0}) {
        const Impact hit = first_impact(plate, 0.002, {0.1, 0.2, 0.0025}, {0.1, 0.2, -below});
        ASSERT_TRUE(hit.hit) << below;
        EXPECT_LT((hit.point - Vec3(0.1, 0.2, 0.0025)).norm(), 1e-9) << below;
    }
}

TEST(FirstImpact, APathAlongTheSurfaceIsFree)
{
    const PlaneShape floor;
    const BoxShape table{.center = {0, 0, -1}, .size = {2, 2, 2}};
    for (const double height : {0.01, 0.01 + 5e-8, 0.01 + 1e-3}) {
        EXPECT_FALSE(first_impact(floor, 0.01, {0, 0, height}, {1, 0.5, height}).hit) << height;
        EXPECT_FALSE(first_impact(table, 0.01, {0, 0, height}, {0.9, 0.5, height}).hit) << height;
    }
}

}  // namespace
}  // namespace tulle
