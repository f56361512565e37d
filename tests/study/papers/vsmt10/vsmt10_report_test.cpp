#include "study/papers/vsmt10/vsmt10_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tulle {
namespace {

/// Numbers that no simulation gave; the exact Jacobian explodes.
Vsmt10Result invented_vsmt10()
{
    Vsmt10Result result;
    result.curves = vsmt10_curves({6}, 21);
    result.options.lattice.sides = {7};
    result.options.lattice.solves = {{.iterations = 2}, {}};
    const auto pull = [&](JacobianTreatment treatment, const Vsmt10Solve& solve, double amplitude) {
        result.pulls.push_back({.side = 7,
                                .treatment = treatment,
                                .solve = solve,
                                .time = 4,
                                .sag = 0.004,
                                .amplitudes = {amplitude, amplitude},
                                .times = {3.9, 4},
                                .last_amplitude = amplitude});
    };
    pull(JacobianTreatment::exact, {.iterations = 2}, 0.08);
    result.pulls[0].status = SweepRunStatus::exploded;
    result.pulls[0].time = 2.5;
    pull(JacobianTreatment::damped, {.iterations = 2}, 3e-6);
    pull(JacobianTreatment::exact, {}, 5e-6);
    result.loads = {{.experiment = Vsmt10Experiment::ball_on_corners,
                     .material = Vsmt10Material::linear,
                     .time = 2,
                     .times = {1, 2},
                     .largest = {0.9, 0.6},
                     .mean = {0.1, 0.05},
                     .sunk = 0.3},
                    {.experiment = Vsmt10Experiment::ball_on_corners,
                     .material = Vsmt10Material::cubic,
                     .status = SweepRunStatus::exploded,
                     .time = 0.5}};
    result.pressed = {
        {.material = Vsmt10Material::linear, .speed = 6, .time = 1, .times = {0.5, 1}, .heights = {0.1, 0.2}},
        {.material = Vsmt10Material::cubic, .speed = 6, .time = 1, .times = {0.5, 1}, .heights = {0.8, 0.98}},
        {.material = Vsmt10Material::linear,
         .weight = Vsmt10Weight::layer,
         .treatment = JacobianTreatment::damped,
         .solve = {.iterations = 2},
         .status = SweepRunStatus::exploded,
         .time = 0.3}};
    result.options.press.speeds = {6};
    result.times = {{.side = 4,
                     .iterations = 20,
                     .turns = 3,
                     .materials = {{.material = Vsmt10Material::linear, .seconds = 2e-3, .force_share = 0.4},
                                   {.material = Vsmt10Material::stvk, .seconds = 2e-3, .relative = 1},
                                   {.material = Vsmt10Material::cubic, .seconds = 3e-3, .relative = 1.5},
                                   {.material = Vsmt10Material::triangles, .seconds = 6e-3, .relative = 3}}}};
    result.hung = {{.material = Vsmt10Material::linear, .mean_stretch = 0.04},
                   {.stretched = 1.1, .factor = 2, .mean_stretch = 0.03},
                   {.stretched = 1.2, .factor = 6, .mean_stretch = 0.031},
                   {.stiffness = 200, .stretched = 1.3, .factor = 6, .mean_stretch = 0.0305}};
    return result;
}

TEST(Vsmt10Report, TheirClaimsStandBesideOurs)
{
    const std::string text = to_markdown(invented_vsmt10());
    for (const char* part :
         {"cubic, K1 = 6 K 2, 1, 6", "2 iterations: exact exploded at 2.50 s, damped 0.003 mm",
          "| 7 x 7 | 2 iterations | exploded at 2.50 s (4) | - | 0.003 mm (4) |", "cubic 1.50 with 20 iterations",
          "held at its corners: linear springs 60 %, cubic springs exploded at 0.50 s",
          "| ball in a cloth held at its corners | linear springs | 90 % | 60 % | 5 % | 30.0 | 0 |",
          "cube at 6 m/s: linear springs 10 %, cubic springs 80 %",
          "damped Jacobian: linear springs exploded at 0.30 s",
          "| cube at 6 m/s | Newton | clamped | cubic springs | 80 % | 98 % |", "as long: 2.00 with 20 iterations",
          "| 16 | 20 | 2 ms (40 %) | 1.00 (0 %) | 1.50 (0 %) | 3.00 (0 %) |",
          "K = 100 N/m, a1 = 1.1 and K1 = 2 K 3 %; with K = 100 N/m, a1 = 1.2 and K1 = 6 K 3.1 %",
          "K = 100 N/m, a1 = 1.2 and K1 = 6 K 3.1 %; with K = 200 N/m, a1 = 1.3 and K1 = 6 K 3.05 %"})
        EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
    // What was not run is not spoken of.
    EXPECT_TRUE(vsmt10_claims(Vsmt10Result{}).empty());
    EXPECT_EQ(to_markdown(Vsmt10Result{}).find("##"), std::string::npos);
}

TEST(Vsmt10Report, TablesHaveARowForEverything)
{
    const Vsmt10Result result = invented_vsmt10();
    const auto rows = [](const std::string& text) { return std::ranges::count(text, '\n') - 1; };
    EXPECT_EQ(rows(curves_csv(result)), 3 * 21);
    EXPECT_EQ(rows(pulls_csv(result)), 3 * 2);
    EXPECT_EQ(rows(loads_csv(result)), 2);
    EXPECT_EQ(rows(pressed_csv(result)), 2 * 2);
    EXPECT_EQ(rows(times_csv(result)), 4);
    EXPECT_EQ(rows(hung_csv(result)), 4);
    const nlohmann::ordered_json json = to_json(result);
    EXPECT_EQ(json["pulled"][0]["status"], "exploded");
    EXPECT_FALSE(json["hanging"][0].contains("a1"));
    EXPECT_EQ(json["hanging"][2]["k1_over_k"], 6);
}

TEST(Vsmt10Report, FiguresHaveALineForEverything)
{
    const Vsmt10Result result = invented_vsmt10();
    EXPECT_EQ(vsmt10_figure_1(result).plots[0].series.size(), 3U);
    ASSERT_EQ(vsmt10_figure_2(result).plots.size(), 2U);
    const Figure swings = vsmt10_figure_3(result);
    ASSERT_EQ(swings.plots.size(), 2U);
    EXPECT_EQ(swings.plots[0].series.size(), 2U);
    EXPECT_EQ(swings.plots[1].series.size(), 1U);
    const Figure ball = vsmt10_figure_4(result);
    ASSERT_EQ(ball.plots.size(), 1U);
    EXPECT_EQ(ball.plots[0].series.size(), 2U);
    EXPECT_EQ(ball.plots[0].notes, std::vector<std::string>{"cubic springs exploded at 0.50 s"});
    const Figure heights = vsmt10_figure_6(result);
    ASSERT_EQ(heights.plots.size(), 2U);
    EXPECT_EQ(heights.plots[0].series.size(), 2U);
    EXPECT_EQ(heights.plots[1].notes, std::vector<std::string>{"linear springs exploded at 0.30 s"});
    ASSERT_EQ(vsmt10_figure_7(result).plots.size(), 1U);
    EXPECT_EQ(vsmt10_figure_7(result).plots[0].series.size(), 4U);
    const Figure hung = vsmt10_figure_8(result);
    ASSERT_EQ(hung.plots.size(), 3U);
    EXPECT_EQ(hung.plots[0].series.size(), 2U);
    EXPECT_EQ(hung.plots[2].series.size(), 2U);
    EXPECT_EQ(hung.plots[0].notes, std::vector<std::string>{"Linear springs: 4 %."});
}

}  // namespace
}  // namespace tulle
