#include "linear/matrix_entry.hpp"

#include "support/dense_algebra.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tulle {
namespace {

TEST(SafeInverse, IsTheInverseWherePossible)
{
    EXPECT_EQ(safe_inverse(4.0), 0.25);
    testing::RandomValues random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const Mat3 m = random.matrix();
        const Mat3 a = m * m.transpose() + 0.01 * Mat3::Identity();
        EXPECT_LT((safe_inverse(a) * a - Mat3::Identity()).norm(), 1e-11);
    }
}

TEST(SafeInverse, KeepsStiffAndSoftDirectionsApart)
{
    // Across an unstretched cloth only the mass resists.
    const Mat3 a = Vec3(1e7, 3e6, 1).asDiagonal();
    EXPECT_NEAR(safe_inverse(a)(2, 2), 1, 1e-6);
    EXPECT_NEAR(safe_inverse(a)(0, 0), 1e-7, 1e-13);
}

TEST(SafeInverse, IsPositiveDefiniteAndFiniteForAnything)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double bad : {-2.0, 0.0, -0.0, 1e-320, nan, infinity}) {
        EXPECT_GT(safe_inverse(bad), 0) << bad;
        EXPECT_TRUE(std::isfinite(safe_inverse(bad))) << bad;
        for (const Mat3& a :
             {Mat3(bad * Mat3::Identity()), Mat3(Vec3(1, bad, 2).asDiagonal()), Mat3::Constant(bad).eval()}) {
            const Mat3 inverse = safe_inverse(a);
            ASSERT_TRUE(inverse.allFinite()) << bad;
            EXPECT_GT(testing::smallest_eigenvalue(inverse), 0) << bad;
        }
    }
}

}  // namespace
}  // namespace tulle
