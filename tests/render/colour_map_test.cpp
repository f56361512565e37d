#include "render/colour_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

TEST(SequentialMap, LightnessGrowsAllTheWay)
{
    float last = 0;
    for (int k = 0; k <= 100; ++k) {
        const float lightness = oklab_from_linear(ColourMap::sequential().at(k / 100.0))[0];
        EXPECT_GT(lightness, last);
        last = lightness;
    }
    EXPECT_GT(last, 0.9F);
}

class EveryMap : public ::testing::TestWithParam<const ColourMap*> {};

TEST_P(EveryMap, EqualStepsLookEqual)
{
    float smallest = 1, largest = 0;
    for (int k = 0; k < 64; ++k) {
        const Eigen::Array3f a = oklab_from_linear(GetParam()->at(k / 64.0));
        const Eigen::Array3f b = oklab_from_linear(GetParam()->at((k + 1) / 64.0));
        const float step = (b - a).matrix().norm();
        smallest = std::min(smallest, step);
        largest = std::max(largest, step);
    }
    // Colours outside of what the screen shows would be clipped, and steps there would shrink.
    EXPECT_LT(largest / smallest, 1.15F);
}

TEST_P(EveryMap, OutsideIsTheNearerEnd)
{
    const ColourMap& map = *GetParam();
    EXPECT_TRUE((map.at(-3) == map.at(0)).all());
    EXPECT_TRUE((map.at(7) == map.at(1)).all());
    EXPECT_TRUE((map.at(std::numeric_limits<double>::quiet_NaN()) == map.at(0)).all());
}

INSTANTIATE_TEST_SUITE_P(Maps, EveryMap, ::testing::Values(&ColourMap::sequential(), &ColourMap::diverging()));

TEST(DivergingMap, IsPalestInTheMiddleAndEquallyDarkAtTheEnds)
{
    const auto lightness = [](double t) { return oklab_from_linear(ColourMap::diverging().at(t))[0]; };
    EXPECT_NEAR(lightness(0), lightness(1), 0.01);
    EXPECT_NEAR(lightness(0.5), 0.95, 1e-3) << "zero is palest";
    for (const double t : {0.1, 0.3, 0.45}) EXPECT_NEAR(lightness(0.5 - t), lightness(0.5 + t), 0.01);
    EXPECT_GT(ColourMap::diverging().at(1)[0], ColourMap::diverging().at(1)[2]);  // red above
    EXPECT_GT(ColourMap::diverging().at(0)[2], ColourMap::diverging().at(0)[0]);  // blue below
}

TEST(ColourScales, FollowTheNumbers)
{
    const ColourScale both = colour_scale(-1, 3);
    EXPECT_TRUE(both.is_signed);
    EXPECT_EQ(both.min, -3);
    EXPECT_EQ(both.max, 3);
    EXPECT_EQ(colour_scale(0.1, 2).min, 0) << "amounts start at zero";
    EXPECT_EQ(colour_scale(9, 10).min, 9) << "unless that would hide what differs";
    EXPECT_FALSE(colour_scale(0.1, 2).is_signed);
}

TEST(ColourScales, AreNeverEmpty)
{
    const double infinite = std::numeric_limits<double>::infinity();
    for (const auto& [min, max] :
         {std::pair{0.0, 0.0}, {5.0, 5.0}, {-2.0, -2.0}, {infinite, -infinite}, {1e300, 1e300}}) {
        const ColourScale scale = colour_scale(min, max);
        EXPECT_LT(scale.min, scale.max) << min << ' ' << max;
    }
}

}  // namespace
}  // namespace tulle
