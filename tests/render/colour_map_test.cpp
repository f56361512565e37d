#include "render/colour_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

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

/// Numbers without any that are far off.
ValueSpread between(double min, double max) { return {min, min, max, max}; }

TEST(ColourScales, FollowTheNumbers)
{
    const ColourScale both = amount_scale(between(-1, 3));
    EXPECT_TRUE(both.is_signed);
    EXPECT_EQ(both.min, -3);
    EXPECT_EQ(both.max, 3);
    EXPECT_EQ(amount_scale(between(0.1, 2)).min, 0) << "amounts start at zero";
    EXPECT_EQ(amount_scale(between(9, 10)).min, 9) << "unless that would hide what differs";
    EXPECT_FALSE(amount_scale(between(0.1, 2)).is_signed);
}

TEST(ColourScales, ALittleOfTheOtherSignDoesNotMatter)
{
    const ColourScale mostly_stretched = amount_scale(between(-0.003, 0.02));
    EXPECT_FALSE(mostly_stretched.is_signed);
    EXPECT_EQ(mostly_stretched.min, 0);
    EXPECT_TRUE(mostly_stretched.has_lower);
    EXPECT_FALSE(mostly_stretched.has_higher);
    EXPECT_TRUE(amount_scale(between(-0.006, 0.02)).is_signed);
    EXPECT_EQ(amount_scale(between(-0.02, 0.003)).max, 0);
}

TEST(ColourScales, EndAtRoundNumbersBeyondAllOfThem)
{
    EXPECT_EQ(amount_scale(between(0, 0.01472)).max, 0.015);
    EXPECT_EQ(amount_scale(between(0, 8.31)).max, 8.4);
    EXPECT_EQ(amount_scale(between(0, 312)).max, 320);
    EXPECT_EQ(place_scale(between(-0.512, 0.02)).min, -0.52);
    EXPECT_EQ(place_scale(between(-0.512, 0.02)).max, 0.02);
    EXPECT_FALSE(place_scale(between(-0.5, 0.5)).is_signed) << "zero is a place like any other";
}

TEST(ColourScales, AFewFarOffAreCutOffAndMarked)
{
    const ColourScale cut = amount_scale({0, 0, 0.02, 0.15});
    EXPECT_EQ(cut.max, 0.02);
    EXPECT_TRUE(cut.has_higher);
    EXPECT_FALSE(cut.has_lower);
    EXPECT_EQ(amount_scale({0, 0, 0.02, 0.021}).max, 0.021) << "not far";
    EXPECT_EQ(amount_scale({0, 0, 0, 0.15}).max, 0.15) << "all but a few are zero";
}

TEST(ColourScales, AreNeverEmpty)
{
    const double infinite = std::numeric_limits<double>::infinity();
    for (const auto& [min, max] :
         {std::pair{0.0, 0.0}, {5.0, 5.0}, {-2.0, -2.0}, {1e300, 1e300}, {-1e-300, 1e-300}, {0.0, infinite}}) {
        for (const ColourScale& scale : {amount_scale(between(min, max)), place_scale(between(min, max))})
            EXPECT_LT(scale.min, scale.max) << min << ' ' << max;
    }
}

TEST(ColourScales, ZeroIsPalestWhateverTheEnds)
{
    const ColourScale scale{-1, 4, true};
    EXPECT_TRUE((scale.colour(0) == ColourMap::diverging().at(0.5)).all());
    EXPECT_TRUE((scale.colour(4) == ColourMap::diverging().at(1)).all());
}

TEST(SpreadOf, LeavesAHundredthOnEitherSide)
{
    std::vector<double> values;
    for (int k = 0; k < 1000; ++k) values.push_back((k * 377) % 1000);  // each number once
    values.push_back(std::numeric_limits<double>::quiet_NaN());
    const ValueSpread spread = spread_of(values);
    EXPECT_EQ(spread.min, 0);
    EXPECT_EQ(spread.low, 10);
    EXPECT_EQ(spread.high, 989);
    EXPECT_EQ(spread.max, 999);
    values.clear();
    EXPECT_EQ(spread_of(values).max, 0);
}

}  // namespace
}  // namespace tulle
