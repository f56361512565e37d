#include "study/common/distances.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tulle {
namespace {

TEST(Distances, AreLargestAndRootMeanSquare)
{
    const std::vector<Vec3> a{{0, 0, 0}, {1, 0, 0}}, b{{0, 3, 4}, {1, 0, 0}};
    EXPECT_EQ(distances(a, b).largest, 5);
    EXPECT_EQ(distances(a, b).rms, std::sqrt(12.5));
    EXPECT_EQ(distances(a, a).largest, 0);
    EXPECT_EQ(distances({}, {}).rms, 0);
}

}  // namespace
}  // namespace tulle
