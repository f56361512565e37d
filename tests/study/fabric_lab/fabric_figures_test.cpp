#include "study/fabric_lab/fabric_figures.hpp"

#include "study/kes_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

TEST(FabricFigures, ShowEveryTestInKesUnits)
{
    const Figure figure = fabric_figure(testing::plain_fabric());
    ASSERT_EQ(figure.plots.size(), 3U);
    EXPECT_EQ(figure.plots[0].x.unit, "%");
    EXPECT_EQ(figure.plots[0].y.unit, "gf/cm");
    EXPECT_EQ(figure.plots[1].x.unit, "deg");
    EXPECT_EQ(figure.plots[2].y.unit, "gf cm/cm");
    const Series& weft = figure.plots[0].series[2];
    EXPECT_EQ(weft.name, "weft, loading");
    EXPECT_NEAR(weft.xs.back(), 8, 1e-9);
    EXPECT_NEAR(weft.ys.back(), 500, 1e-9);
    ASSERT_EQ(figure.plots[1].series.size(), 2U) << "shear has one law";
    EXPECT_EQ(figure.plots[1].series[1].name, "unloading");
    EXPECT_EQ(figure.plots[2].series.size(), 4U);
}

/// The marks of each resolution lie on the line when the machine draws the law, at places of their own.
TEST(FabricFigures, MarksOfResolutionsDoNotHideOneAnother)
{
    const Figure figure = kes_figure(testing::sample_kes_study(1, 1));
    for (const Plot& plot : figure.plots) {
        ASSERT_GE(plot.series.size(), 3U);
        const Series& coarse = plot.series[plot.series.size() - 2];
        const Series& fine = plot.series.back();
        EXPECT_EQ(coarse.name, "drawn, 5 cells");
        EXPECT_EQ(fine.name, "drawn, 10 cells");
        EXPECT_NE(coarse.color, fine.color);
        EXPECT_GE(fine.xs.size(), 40U);
        for (const double at : fine.xs) EXPECT_EQ(std::ranges::find(coarse.xs, at), coarse.xs.end()) << at;
    }
}

TEST(FabricFigures, WhatWasNotDrawnIsLeftOut)
{
    KesStudy study = testing::sample_kes_study(1, 1);
    for (KesCurve& curve : study.curves) curve.drawn[1].reset();
    for (const Plot& plot : kes_figure(study).plots) EXPECT_EQ(plot.series.back().name, "drawn, 5 cells");
}

}  // namespace
}  // namespace tulle
