#include "linear/direction_filter.hpp"

#include "support/random_values.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace tulle {
namespace {

using testing::RandomValues;

TEST(DirectionFilter, WithoutEntriesLeavesEverythingAlone)
{
    RandomValues random(1);
    const std::vector<Vec3> before = random.vectors(10);
    std::vector<Vec3> vectors = before;
    DirectionFilter{}.apply(vectors);
    EXPECT_EQ(vectors, before);
}

TEST(DirectionFilter, RemovesForbiddenDirectionsOfItsParticlesAlone)
{
    RandomValues random(2);
    const Vec3 normal = random.unit_vector();
    DirectionFilter filter;
    filter.entries = {{1, Mat3::Zero()}, {3, Mat3::Identity() - normal * normal.transpose()}};
    const std::vector<Vec3> before = random.vectors(5);
    std::vector<Vec3> vectors = before;
    filter.apply(vectors);

    for (const int free : {0, 2, 4}) EXPECT_EQ(vectors[free], before[free]);
    EXPECT_EQ(vectors[1], Vec3::Zero());
    EXPECT_NEAR(normal.dot(vectors[3]), 0, 1e-15);
    const Vec3 tangent = normal.unitOrthogonal();
    EXPECT_NEAR(tangent.dot(vectors[3]), tangent.dot(before[3]), 1e-15);
}

TEST(DirectionFilter, TwiceIsOnce)
{
    RandomValues random(3);
    DirectionFilter filter;
    for (int p = 0; p < 20; ++p) {
        const Vec3 normal = random.unit_vector();
        filter.entries.push_back({p, Mat3::Identity() - normal * normal.transpose()});
    }
    std::vector<Vec3> once = random.vectors(20);
    filter.apply(once);
    std::vector<Vec3> twice = once;
    filter.apply(twice);
    for (int p = 0; p < 20; ++p) EXPECT_LT((twice[p] - once[p]).norm(), 1e-15);
}

TEST(DirectionFilter, KnowsWhetherItHoldsThoseThatFactorsLeaveOut)
{
    DirectionFilter filter;
    filter.fixed = {0, 1, 0, 1};
    filter.entries = {{1, Mat3::Zero()}, {3, Mat3::Zero()}};
    EXPECT_TRUE(filter.is_of_fixed());
    ConstraintRows none;
    filter.rows = &none;
    EXPECT_TRUE(filter.is_of_fixed());
    filter.entries.pop_back();
    EXPECT_FALSE(filter.is_of_fixed()) << "one was released";
    filter.entries = {{1, Mat3::Zero()}, {2, Mat3::Zero()}};
    EXPECT_FALSE(filter.is_of_fixed()) << "and another is held";
    filter.entries = {{1, Mat3::Zero()}, {2, Mat3::Identity()}, {3, Mat3::Zero()}};
    EXPECT_FALSE(filter.is_of_fixed()) << "one touches";
    filter.fixed = {0, 0};
    filter.entries.clear();
    EXPECT_TRUE(filter.is_of_fixed()) << "no particle is held";
}

}  // namespace
}  // namespace tulle
