#include "study/papers/eeh00/standstill.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

constexpr Eeh00Row stiff{.example = Eeh00Example::hanging, .side = 6, .stiffness_per_mass = 1e6, .h = 0.01};
const auto always = [](double) { return true; };

TEST(Standstill, WithoutTheUpdateAStiffClothNearlyStandsStill)
{
    const Standstill result = run_standstill(stiff, {.duration = 0.3}, always);
    ASSERT_EQ(result.curves.size(), 3U);
    const StandstillCurve &plain = result.curves[0], &updated = result.curves[1], &fine = result.curves[2];
    EXPECT_LT(plain.speeds.back(), 0.2 * updated.speeds.back());
    EXPECT_GT(plain.heights.back(), 0.5 * updated.heights.back());  // both below the start, at 0
    EXPECT_NEAR(updated.speeds.back(), fine.speeds.back(), 0.1 * fine.speeds.back());
}

TEST(Standstill, CurvesHaveAPointPerStepAtTheSameTimes)
{
    const Standstill result = run_standstill(stiff, {.duration = 0.1}, always);
    for (const StandstillCurve& curve : result.curves) {
        ASSERT_EQ(curve.times.size(), 11U) << curve.name;
        for (std::size_t i = 0; i < curve.times.size(); ++i) EXPECT_NEAR(curve.times[i], 0.01 * double(i), 1e-12);
        EXPECT_EQ(curve.speeds[0], 0);
    }
    const std::string csv = to_csv(result);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 3 * 11);
    const Figure figure = standstill_figure(result);
    ASSERT_EQ(figure.plots.size(), 2U);
    EXPECT_EQ(figure.plots[0].series.size(), 3U);
    EXPECT_EQ(figure.plots[1].series[2].ys, result.curves[2].heights);
}

TEST(Standstill, EndsEarlyWhenItIsToldTo)
{
    const Standstill result = run_standstill(stiff, {.duration = 0.1}, [](double part) { return part < 0.5; });
    EXPECT_EQ(result.curves.size(), 1U);
}

}  // namespace
}  // namespace tulle
