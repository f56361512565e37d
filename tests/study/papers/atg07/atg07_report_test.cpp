#include "study/papers/atg07/atg07_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tulle {
namespace {

/// Numbers that no simulation gave; filtered RK4 failed.
Atg07Result invented_atg07()
{
    Atg07Result result;
    result.steps = {{FilterKind::plain, 1, 2.03, 1.65}, {FilterKind::averaged, 1, 1.3, 0}};
    result.held = {
        {.method = atg07_timed_methods()[1], .part = 1.25, .short_part = 0.0001},
        {.method = atg07_timed_methods()[5], .part = 1.25, .short_part = 0.2},
        {.method = atg07_timed_methods()[0], .part = 1.25, .status = SweepRunStatus::exploded, .time = 0.05}};
    Atg07Row row{.side = 4, .k0 = 1e6};
    double seconds = 1;
    for (const Atg07Method& method : atg07_timed_methods())
        row.methods.push_back(
            {.method = method, .dt = 1e-3, .time = 2, .seconds = seconds++, .steps = 2000, .fall = 0.5});
    row.methods[5].status = SweepRunStatus::exploded;
    row.methods[5].time = 0.1;
    result.particles = result.stiffnesses = {row};
    return result;
}

TEST(Atg07Report, RatiosAreOfRunsThatReachedTheEnd)
{
    const Atg07Row row = invented_atg07().particles[0];
    EXPECT_DOUBLE_EQ(time_ratio(row, "filtered symplectic Euler", "symplectic Euler").value(), 2);
    EXPECT_FALSE(time_ratio(row, "filtered RK4", "RK4").has_value());
    EXPECT_FALSE(time_ratio(row, "nothing", "RK4").has_value());
    EXPECT_EQ(k0_text(1e6), "1e6");
    EXPECT_EQ(k0_text(2.5e3), "2.5e3");
}

TEST(Atg07Report, TheirClaimsStandBesideOurs)
{
    const std::string text = to_markdown(invented_atg07());
    for (const char* part :
         {"| Figure 6: lambda = 1 doubles the step | by its criterion 2.03 times, in truth 1.65 times |",
          "filtered symplectic Euler holds", "filtered RK4 does not explode, but 20 % of its power is noise",
          "symplectic Euler exploded at 0.05 s", "| averaged | 1 | 1.300 | none |", "| RK4 | 2.5 (5.00) |",
          "| filtered RK4 | exploded at 0.10 s |", "RK4 none reached the end"})
        EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
    // What was not run is not spoken of.
    EXPECT_EQ(text.find("backward Euler few of them"), std::string::npos);
    EXPECT_TRUE(atg07_claims(Atg07Result{}).empty());
}

TEST(Atg07Report, TablesHaveARowForEverything)
{
    const Atg07Result result = invented_atg07();
    const auto rows = [](const std::string& text) { return std::ranges::count(text, '\n') - 1; };
    EXPECT_EQ(rows(steps_csv(result)), 2);
    EXPECT_EQ(rows(held_csv(result)), 3);
    EXPECT_EQ(rows(times_csv(result)), 2 * static_cast<long>(atg07_timed_methods().size()));
    EXPECT_EQ(to_json(result)["over_k0"][0]["methods"].size(), atg07_timed_methods().size());
}

TEST(Atg07Report, FiguresLeaveOutWhatFailedAndSaySo)
{
    const Figure figure = atg07_figure_8(invented_atg07());
    ASSERT_EQ(figure.plots.size(), 2U);
    EXPECT_EQ(figure.plots[0].series.size(), atg07_timed_methods().size());
    EXPECT_TRUE(figure.plots[0].series[5].xs.empty());
    EXPECT_EQ(figure.plots[0].notes,
              (std::vector<std::string>{"filtered RK4 exploded at 0.10 s: 16 particles, k0 = 1e6/s²"}));
    EXPECT_EQ(atg07_figure_6(invented_atg07()).plots[0].series.size(), 4U);
}

}  // namespace
}  // namespace tulle
