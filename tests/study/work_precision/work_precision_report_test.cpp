#include "study/work_precision/work_precision_report.hpp"

#include "study/study_sample.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tulle {
namespace {

using testing::sample_study;

TEST(WorkPrecisionReport, FindsTheCheapestThatMeetsEachError)
{
    const WorkPrecision study = sample_study();
    const std::vector<Cheapest> best = cheapest(study);
    ASSERT_EQ(best.size(), 3U);
    EXPECT_EQ(best[0].method->method.name, "quick");
    EXPECT_EQ(best[0].sweep_run->settings.dt, 0.01);
    EXPECT_EQ(best[1].method->method.name, "exact");
    EXPECT_EQ(best[1].sweep_run->settings.dt, 0.02);
    EXPECT_EQ(best[2].method->method.name, "exact");
    EXPECT_EQ(best[2].sweep_run->settings.dt, 0.01);
}

TEST(WorkPrecisionReport, WhatFailedIsNeverTheCheapest)
{
    WorkPrecision study = sample_study();
    study.methods[0].sweep_runs[1].status = SweepRunStatus::not_converged;
    EXPECT_EQ(cheapest(study)[0].method->method.name, "wild");
    study.methods.erase(study.methods.begin(), study.methods.begin() + 3);
    EXPECT_EQ(cheapest(study)[0].sweep_run, nullptr);
}

TEST(WorkPrecisionReport, TheTableLeavesNoMethodOut)
{
    const std::string table = to_markdown(sample_study());
    for (const char* row : {"| time for an error of | 1 % | 0.1 % | 0.01 % | smallest error |\n",
                            "\n| `quick` | **200 ms, dt 0.01** | - | - | 0.5 % in 400 ms, dt 0.005 |\n",
                            "\n| `exact` | 1.5 s, dt 0.02 | **1.5 s, dt 0.02** | **3 s, dt 0.01** | 0.005 % in 3 s, dt "
                            "0.01 |\n",
                            "\n| `wild` | 300 ms, dt 0.005 | - | - | 0.9 % in 300 ms, dt 0.005 |\n",
                            "\n| `slow-adaptive` | - | - | - | - |\n"})
        EXPECT_NE(table.find(row), std::string::npos) << row << table;
}

TEST(WorkPrecisionReport, HasARowPerRunWithFailures)
{
    const std::string csv = to_csv(sample_study());
    EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 3 + 2 + 4 + 1);
    EXPECT_NE(csv.find("\nwild,explicit,1,0.02,,,0.001,1e-04,exploded,0.1,,,0.1,"), std::string::npos) << csv;
    EXPECT_NE(csv.find("\nslow-adaptive,implicit,2,,0.1,1e-05,0.001,1e-04,too slow,"), std::string::npos) << csv;
    const auto columns = [](std::string_view line) { return std::ranges::count(line, ','); };
    std::string_view rest = csv;
    const auto expected = columns(rest.substr(0, rest.find('\n')));
    for (; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
        EXPECT_EQ(columns(rest.substr(0, rest.find('\n'))), expected);
}

TEST(WorkPrecisionReport, JsonHoldsEverything)
{
    const auto json = nlohmann::json::parse(to_json(sample_study()).dump());
    EXPECT_EQ(json["particles"], 400);
    ASSERT_EQ(json["methods"].size(), 4U);
    EXPECT_EQ(json["methods"][2]["sweep_runs"][0]["status"], "exploded");
    EXPECT_TRUE(json["methods"][2]["sweep_runs"][0]["error"].is_null());
    EXPECT_EQ(json["cheapest"][1]["method"], "exact");
    EXPECT_EQ(json["cheapest"][1]["error"], 1e-3);
    EXPECT_EQ(json["cheapest"][1]["error_reached"], 9e-4);
}

TEST(WorkPrecisionReport, TellsFailuresAsRanges)
{
    const WorkPrecision study = sample_study();
    EXPECT_TRUE(failures(study.methods[0]).empty());
    EXPECT_EQ(failures(study.methods[2]),
              (std::vector<std::string>{"exploded at dt = 0.02 to 0.01 s", "too slow at dt = 0.0025 s"}));
    EXPECT_EQ(failures(study.methods[3]), (std::vector<std::string>{"too slow at tolerance = 0.1"}));
}

TEST(WorkPrecisionReport, SettingsCanBeTyped)
{
    EXPECT_EQ(settings_text(testing::fixed_method("rk4", "explicit"), {.dt = 0.001}),
              "--set integrator.method=rk4 --set integrator.dt=0.001");
    EXPECT_EQ(
        settings_text(
            testing::controlled_method("bdf2"),
            {.relative_tolerance = 1e-3, .absolute_tolerance = 1e-5, .tolerance = 1e-4, .solver_tolerance = 1e-6}),
        "--set integrator.method=bdf2 --set integrator.dt=adaptive --set integrator.relative_tolerance=0.001 "
        "--set integrator.absolute_tolerance=1e-05 --set integrator.tolerance=0.0001 --set solver.tolerance=1e-06");
    // sbdf2 solves linear systems but has no residual to bring down.
    EXPECT_EQ(settings_text(testing::fixed_method("sbdf2", "IMEX"), {.dt = 0.001, .solver_tolerance = 1e-6}),
              "--set integrator.method=sbdf2 --set integrator.dt=0.001 --set solver.tolerance=1e-06");
}

TEST(WorkPrecisionReport, CommandsRepeatTheStudysOwnOverrides)
{
    const std::vector<std::string> overrides{
        "cloth[0].grid.particles=[20, 20]", "integrator.update=bare", "integrator.dt=0.1", "simulation.duration=3",
        "integrator.relative_tolerance=1",  "air.wind=[0, 1, 0]"};
    EXPECT_EQ(run_command_text("hanging", overrides, 0.5, testing::fixed_method("rk4", "explicit"), {.dt = 0.001}),
              "tulle run hanging --set 'cloth[0].grid.particles=[20, 20]' --set 'air.wind=[0, 1, 0]' "
              "--set simulation.duration=0.5 --set integrator.method=rk4 --set integrator.dt=0.001");
    EXPECT_EQ(run_command_text("it's mine.toml", {}, 0.5, testing::fixed_method("rk4", "explicit"), {.dt = 0.001})
                  .substr(0, 36),
              R"(tulle run 'it'\''s mine.toml' --set )");
    EXPECT_NE(run_command_text("a", overrides, 1, testing::fixed_method("imex-euler", "IMEX"), {.dt = 0.001})
                  .find("--set integrator.update=bare"),
              std::string::npos);
}

}  // namespace
}  // namespace tulle
