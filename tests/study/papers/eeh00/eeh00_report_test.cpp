#include "study/papers/eeh00/eeh00_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tulle {
namespace {

Eeh00Run made_up(std::string_view method, double eps, long iterations, double error, double seconds)
{
    const auto found = std::ranges::find(eeh00_methods(), method, &Eeh00Method::name);
    Eeh00Run run{.method = &*found, .eps = eps};
    run.sweep_run.linear_iterations = iterations;
    run.sweep_run.error = error;
    run.sweep_run.seconds = seconds;
    run.sweep_run.steps = 100;
    return run;
}

Eeh00Result made_up_result()
{
    Eeh00RowResult row{.row = eeh00_rows()[0], .contraction = 0.6};  // 192 iterations in the paper
    row.runs = {made_up("plain", 0.1, 10, 0.2, 0.01), made_up("bare", 0.1, 150, 0.02, 0.02),
                made_up("bare", 0.01, 300, 0.009, 0.03), made_up("newton", 0.1, 190, 0.008, 0.05),
                made_up("newton-multigrid", 0.1, 50, 0.007, 0.06)};
    return {.rows = {row}};
}

TEST(Eeh00Report, OnlyRunsWithinOnePercentCount)
{
    const Eeh00Result result = made_up_result();
    const Eeh00RowResult& row = result.rows[0];
    const Eeh00Verdict verdict = verdict_of(row);
    EXPECT_EQ(verdict.paper, &row.runs[2]);
    EXPECT_EQ(verdict.fewest, &row.runs[3]);  // multigrid has fewer, but is not IC(0)
    EXPECT_EQ(verdict.fastest, &row.runs[2]);
    EXPECT_FALSE(Eeh00Verdict::is_within(verdict.paper, row.row));
    EXPECT_TRUE(Eeh00Verdict::is_within(verdict.fewest, row.row));
    EXPECT_EQ(fastest_within(row, 0.02), &row.runs[1]);
    EXPECT_EQ(fastest_within(row, 0.001), nullptr);
}

TEST(Eeh00Report, SaysWhyThePapersWayNeedsMore)
{
    Eeh00Result result = made_up_result();
    const std::string reason = reason_of(result.rows[0]);
    EXPECT_NE(reason.find("q = 0.600"), std::string::npos) << reason;
    EXPECT_NE(reason.find("5 nonlinear iterations"), std::string::npos) << reason;  // 0.6^5 = 0.078
    EXPECT_NE(reason.find("3.00 iterations a step, 1.92 in the paper"), std::string::npos) << reason;
    result.rows[0].runs[1].sweep_run.error = 0.005;
    EXPECT_EQ(reason_of(result.rows[0]), "");
}

TEST(Eeh00Report, TablesHaveEveryRunAndMarkTheBest)
{
    const Eeh00Result result = made_up_result();
    const std::string markdown = to_markdown(result);
    EXPECT_NE(markdown.find("| square table | 400 | 1e4 | 0.01 | 192 | 300, bare at 0.01, 0.9 % | 190*, newton at 0.1, "
                            "0.8 % | 3.34 | 0.030 s, bare at 0.01 |"),
              std::string::npos)
        << markdown;
    EXPECT_NE(markdown.find("| bare | 0.1 | 150 | 0 | 2 % |"), std::string::npos) << markdown;
    const std::string csv = to_csv(result);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 5);
    const auto columns = std::count(csv.begin(), csv.begin() + static_cast<std::ptrdiff_t>(csv.find('\n')), ',');
    EXPECT_EQ(std::ranges::count(csv, ','), columns * 6);
    EXPECT_NE(summary_table(result).find("190* newton (0.1)"), std::string::npos) << summary_table(result);
}

TEST(Eeh00Report, JsonHoldsWhatTheTablesDo)
{
    const nlohmann::ordered_json json = to_json(made_up_result());
    EXPECT_EQ(json["rows"][0]["paper"]["iterations"], 192);
    EXPECT_EQ(json["rows"][0]["bare"]["iterations"], 300);
    EXPECT_EQ(json["rows"][0]["runs"].size(), 5U);
    EXPECT_EQ(json["choices"]["size"], 1.0);
}

TEST(Eeh00Report, RowsThatAreNotThePapersAreNotComparedWithIt)
{
    Eeh00Result result = made_up_result();
    result.rows[0].row.iterations = 0;
    EXPECT_EQ(summary_table(result).find('*'), std::string::npos);
    EXPECT_EQ(reason_of(result.rows[0]), "");
    EXPECT_EQ(to_markdown(result).find("Theirs:"), std::string::npos);
}

}  // namespace
}  // namespace tulle
