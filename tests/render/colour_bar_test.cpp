#include "render/colour_bar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace tulle {
namespace {

std::vector<std::string> texts(double min, double max)
{
    std::vector<std::string> all;
    for (const BarTick& tick : round_ticks(min, max, 5)) all.push_back(tick.text);
    return all;
}

using Texts = std::vector<std::string>;

TEST(RoundTicks, AreRoundAndOfOneForm)
{
    EXPECT_EQ(texts(0, 1), (Texts{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
    EXPECT_EQ(texts(0, 0.31), (Texts{"0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30"}));
    EXPECT_EQ(texts(-3, 3), (Texts{"-3", "-2", "-1", "0", "1", "2", "3"}));
    EXPECT_EQ(texts(9.13, 9.93), (Texts{"9.2", "9.4", "9.6", "9.8"}));
    EXPECT_EQ(texts(0, 7000), (Texts{"0", "1000", "2000", "3000", "4000", "5000", "6000", "7000"}));
}

TEST(RoundTicks, TinyAndHugeNumbersStayShort)
{
    for (const double scale : {1e-12, 1e-5, 1e7, 1e200}) {
        const auto ticks = round_ticks(0, scale, 5);
        EXPECT_GE(ticks.size(), 4U);
        for (const BarTick& tick : ticks) EXPECT_LE(tick.text.size(), 6U) << tick.text;
    }
}

TEST(RoundTicks, TextSaysTheValue)
{
    for (const double max : {0.013, 0.7, 4.2, 333.0, 2.5e6, 3e-7}) {
        for (const BarTick& tick : round_ticks(-0.3 * max, max, 5)) {
            EXPECT_NEAR(std::strtod(tick.text.c_str(), nullptr), tick.value, 1e-9 * max) << tick.text;
            EXPECT_GE(tick.value, -0.3 * max * (1 + 1e-6));
            EXPECT_LE(tick.value, max * (1 + 1e-6));
        }
    }
}

Texts bar_texts(const ColourScale& scale)
{
    Texts all;
    for (const BarTick& tick : bar_ticks(scale)) all.push_back(tick.text);
    return all;
}

TEST(BarTicks, HaveBothEnds)
{
    EXPECT_EQ(bar_texts({0, 1}), (Texts{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
    EXPECT_EQ(bar_texts({0, 1.47}), (Texts{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0", "1.2", "1.47"}));
    EXPECT_EQ(bar_texts({-0.52, 0.02}), (Texts{"-0.52", "-0.4", "-0.3", "-0.2", "-0.1", "0.02"}));
}

TEST(BarTicks, SayWhereNumbersLieBeyond)
{
    EXPECT_EQ(bar_texts({0, 2, false, true, true}).front(), "< 0.0");
    EXPECT_EQ(bar_texts({0, 2, false, false, true}).back(), "> 2.0");
}

class BarOf : public ::testing::TestWithParam<ColourScale> {};

TEST_P(BarOf, ShowsTheColourOfEachNumberAtItsTick)
{
    const ColourScale scale = GetParam();
    Picture picture(640, 360);
    const ColourBarPlace place = draw_colour_bar(picture, scale, "speed", "m/s");
    EXPECT_GE(place.x0, picture.width - colour_bar_width(640, 360) * 640 - 1);
    for (const BarTick& tick : bar_ticks(scale)) {
        const double row = place.row(scale, tick.value);
        if (row < place.y0 + 1 || row > place.y1 - 1) continue;
        // Half a row away at most: compare with the numbers half a row above and below.
        const double half_row = 0.5 * (scale.max - scale.min) / (place.y1 - place.y0);
        const Colour low = scale.colour(tick.value - half_row), high = scale.colour(tick.value + half_row);
        const Colour found = from_rgb8(picture.at(place.x0 + 1, static_cast<int>(row)));
        EXPECT_LT((found - 0.5F * (low + high)).abs().maxCoeff(), (high - low).abs().maxCoeff() + 0.01F) << tick.text;
        // And the tick itself is drawn beside it.
        EXPECT_GT(
            std::abs(picture.at(place.x1 + 2, static_cast<int>(row))[0] - picture.at(place.x1 + 2, place.y0 - 4)[0]) +
                std::abs(picture.at(place.x1 + 2, static_cast<int>(row - 0.5))[0] -
                         picture.at(place.x1 + 2, place.y0 - 4)[0]),
            5)
            << tick.text;
    }
    EXPECT_NEAR(place.row(scale, scale.max), place.y0, 1e-9);
    EXPECT_NEAR(place.row(scale, scale.min), place.y1, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Scales, BarOf,
                         ::testing::Values(ColourScale{0, 1, false}, ColourScale{0.2, 0.31, false},
                                           ColourScale{-4, 4, true}));

TEST(ColourBar, FitsSmallAndUprightPictures)
{
    for (const auto& [width, height] : {std::pair{64, 36}, {90, 160}, {16, 16}}) {
        Picture picture(width, height);
        const ColourBarPlace place = draw_colour_bar(picture, {0, 1, false}, "a long name of something", "kg m/s^2");
        EXPECT_LT(place.x0, width);
        EXPECT_GT(place.y1, place.y0);
    }
}

}  // namespace
}  // namespace tulle
