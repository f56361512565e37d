#include "solver/stalled_advance.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(StalledAdvance, EndsAfterThreeIterationsWithHardlyAnyAdvance)
{
    StalledAdvance advance;
    EXPECT_FALSE(advance.ends(1.0));
    EXPECT_FALSE(advance.ends(0.999));
    EXPECT_FALSE(advance.ends(0.998));
    EXPECT_TRUE(advance.ends(0.997));
}

TEST(StalledAdvance, CountsAnewWhenAnIterationBringsSomething)
{
    StalledAdvance advance;
    double left = 1;
    for (int k = 0; k < 10; ++k) {
        EXPECT_FALSE(advance.ends(left)) << k;
        EXPECT_FALSE(advance.ends(left)) << k;
        EXPECT_FALSE(advance.ends(left)) << k;
        left *= 0.95;  // as taut cloth allows
    }
}

TEST(StalledAdvance, EndsAtLast)
{
    StalledAdvance advance;
    double left = 1;
    int iterations = 0;
    while (!advance.ends(left) && iterations < 1000) {
        left *= 0.95;
        ++iterations;
    }
    EXPECT_EQ(iterations, 100);
}

}  // namespace
}  // namespace tulle
