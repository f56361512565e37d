#include "study/work_precision/work_precision_figure.hpp"

#include "study/study_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

const Plot& panel_with(const Figure& figure, const std::string& name)
{
    const auto has = [&](const Plot& plot) {
        return std::ranges::find(plot.series, name, &Series::name) != plot.series.end();
    };
    const auto found = std::ranges::find_if(figure.plots, has);
    EXPECT_NE(found, figure.plots.end()) << name;
    return *found;
}

TEST(WorkPrecisionFigure, HasAPanelPerFamilyAndAllCurvesInEach)
{
    const Figure figure = work_precision_figure(testing::sample_study());
    ASSERT_EQ(figure.plots.size(), 4U);
    for (const Plot& plot : figure.plots) {
        EXPECT_EQ(plot.series.size(), 4U);
        EXPECT_EQ(std::ranges::count(plot.series, SeriesStyle::backdrop, &Series::style), 3);
        EXPECT_EQ(plot.series.back().style, SeriesStyle::line_and_points);  // above the others
        EXPECT_EQ(plot.x.min, figure.plots[0].x.min);
        EXPECT_EQ(plot.y.max, figure.plots[0].y.max);
    }
}

TEST(WorkPrecisionFigure, ShowsErrorsInPercentAndLeavesGapsForFailures)
{
    const Figure figure = work_precision_figure(testing::sample_study());
    const Series& wild = panel_with(figure, "wild").series.back();
    ASSERT_EQ(wild.xs.size(), 4U);
    EXPECT_TRUE(std::isnan(wild.ys[0]) && std::isnan(wild.ys[1]) && std::isnan(wild.ys[3]));
    EXPECT_DOUBLE_EQ(wild.ys[2], 0.9);
    EXPECT_DOUBLE_EQ(wild.xs[2], 0.3);
}

TEST(WorkPrecisionFigure, SaysWhatFailed)
{
    const Figure figure = work_precision_figure(testing::sample_study());
    EXPECT_EQ(panel_with(figure, "wild").notes,
              (std::vector<std::string>{"wild: exploded at dt = 0.02 to 0.01 s, too slow at dt = 0.0025 s"}));
    EXPECT_TRUE(panel_with(figure, "quick").notes.empty());
    EXPECT_EQ(panel_with(figure, "slow-adaptive").notes.size(), 1U);
}

}  // namespace
}  // namespace tulle
