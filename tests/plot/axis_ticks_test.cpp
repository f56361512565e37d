#include "plot/axis_ticks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tulle {
namespace {

Plot plot_of(std::vector<double> xs, std::vector<double> ys, AxisScale scale = AxisScale::linear)
{
    Plot plot;
    plot.x.scale = scale;
    plot.y.scale = scale;
    plot.series = {Series{.name = "data", .xs = std::move(xs), .ys = std::move(ys)}};
    return plot;
}

std::vector<std::string> texts(const AxisTicks& ticks)
{
    std::vector<std::string> all;
    for (const Tick& tick : ticks.major) all.push_back(tick.text);
    return all;
}

TEST(AxisTicks, StartAndEndWithTheDataAlongX)
{
    const AxisTicks ticks = x_ticks(plot_of({0.3, 1, 2.1}, {0, 0, 0}));
    EXPECT_EQ(ticks.min, 0.3);
    EXPECT_EQ(ticks.max, 2.1);
    EXPECT_EQ(texts(ticks), (std::vector<std::string>{"0.5", "1.0", "1.5", "2.0"}));
}

TEST(AxisTicks, LeaveRoomForMarkers)
{
    Plot plot = plot_of({0, 1}, {0, 1});
    plot.series[0].style = SeriesStyle::points;
    EXPECT_LT(x_ticks(plot).min, 0);
    EXPECT_GT(x_ticks(plot).max, 1);
    plot.x.min = 0;
    EXPECT_EQ(x_ticks(plot).min, 0);
}

TEST(AxisTicks, EndAtRoundNumbersAlongY)
{
    const AxisTicks ticks = y_ticks(plot_of({0, 1}, {-1.02, 0.7}));
    EXPECT_EQ(ticks.min, -1.5);
    EXPECT_EQ(ticks.max, 1.0);
    EXPECT_EQ(texts(ticks), (std::vector<std::string>{"\u22121.5", "\u22121.0", "\u22120.5", "0", "0.5", "1.0"}));
}

TEST(AxisTicks, IncludeErrorBars)
{
    Plot plot = plot_of({0, 1}, {1, 2});
    plot.series[0].errors = {0.5, 3.0};
    EXPECT_LE(y_ticks(plot).min, -1.0);
    EXPECT_GE(y_ticks(plot).max, 5.0);
}

TEST(AxisTicks, MarkDecadesOfALogAxis)
{
    const AxisTicks ticks = y_ticks(plot_of({1, 2, 3}, {2e-4, 1, 30}, AxisScale::log));
    EXPECT_DOUBLE_EQ(ticks.min, 1e-4);
    EXPECT_DOUBLE_EQ(ticks.max, 100);
    EXPECT_EQ(texts(ticks), (std::vector<std::string>{"10^{\u22124}", "10^{\u22123}", "10^{\u22122}", "10^{\u22121}",
                                                      "10^{0}", "10^{1}", "10^{2}"}));
    EXPECT_EQ(ticks.minor.size(), 6U * 8U);
}

TEST(AxisTicks, NumberPartsOfADecadeToo)
{
    const AxisTicks ticks = y_ticks(plot_of({1, 2}, {0.3, 4}, AxisScale::log));
    EXPECT_EQ(texts(ticks), (std::vector<std::string>{"0.5", "1", "2"}));
    EXPECT_GE(texts(y_ticks(plot_of({1, 2}, {0.31, 0.34}, AxisScale::log))).size(), 2U);
}

TEST(AxisTicks, AreFewInAnyRange)
{
    for (const AxisScale scale : {AxisScale::linear, AxisScale::log})
        for (const double size : {1e-300, 1e-12, 1.0, 7e5, 1e200})
            for (const double ratio : {1.0, 1.0000001, 1.3, 17.0, 1e9, 1e60}) {
                const Plot plot = plot_of({size, ratio * size}, {ratio * size, size}, scale);
                for (const AxisTicks& ticks : {x_ticks(plot), y_ticks(plot)}) {
                    EXPECT_GE(ticks.major.size(), 2U) << size << ' ' << ratio;
                    EXPECT_LE(ticks.major.size(), 11U) << size << ' ' << ratio;
                    EXPECT_LT(ticks.min, ticks.max) << size << ' ' << ratio;
                    EXPECT_LE(ticks.min, size * (1 + 1e-9));
                    EXPECT_GE(ticks.max, size * ratio * (1 - 1e-9));
                    for (std::size_t i = 1; i < ticks.major.size(); ++i) {
                        EXPECT_LT(ticks.major[i - 1].value, ticks.major[i].value);
                        EXPECT_NE(ticks.major[i - 1].text, ticks.major[i].text) << size << ' ' << ratio;
                    }
                }
            }
}

TEST(AxisTicks, AreThereWithoutData)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const AxisScale scale : {AxisScale::linear, AxisScale::log})
        for (const Plot& plot : {plot_of({}, {}, scale), plot_of({nan, 1}, {1, nan}, scale)}) {
            EXPECT_LT(y_ticks(plot).min, y_ticks(plot).max);
            EXPECT_GE(y_ticks(plot).major.size(), 2U);
        }
    const AxisTicks ticks = y_ticks(plot_of({1, 2, 3}, {-5, 0, 3}, AxisScale::log));
    EXPECT_GT(ticks.min, 0);
    EXPECT_GE(ticks.max, 3);
}

TEST(AxisTicks, KeepToTheRangeAskedFor)
{
    Plot plot = plot_of({0, 1}, {0.2, 0.7});
    plot.y.min = 0;
    plot.y.max = 0.93;
    EXPECT_EQ(y_ticks(plot).min, 0);
    EXPECT_EQ(y_ticks(plot).max, 0.93);
    for (const double only : {-3.0, 0.2, 0.7, 5.0}) {
        Plot half = plot_of({0, 1}, {0.2, 0.2});
        half.y.min = only;
        EXPECT_EQ(y_ticks(half).min, only);
        EXPECT_GT(y_ticks(half).max, only);
        half.y.min.reset();
        half.y.max = only;
        EXPECT_LT(y_ticks(half).min, only);
        EXPECT_EQ(y_ticks(half).max, only);
    }
}

}  // namespace
}  // namespace tulle
