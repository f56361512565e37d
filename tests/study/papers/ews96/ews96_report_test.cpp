#include "study/papers/ews96/ews96_report.hpp"

#include "study/ews96_sample.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::made_up_ews96_result;

TEST(Ews96Report, OnlyOursThatLookAlikeCount)
{
    Ews96Result result = made_up_ews96_result();
    Ews96RowResult& row = result.rows[0];
    EXPECT_EQ(fastest_alike(row), run_of(row, "linearised, 2.5 ms"));
    row.runs[4].status = SweepRunStatus::exploded;
    EXPECT_EQ(fastest_alike(row), run_of(row, "symplectic Euler"));
    row.runs[2].rms_error = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(fastest_alike(row), nullptr) << "the paper's own methods are not Tulle";
    EXPECT_EQ(run_of(row, "bdf2, 1.25 ms"), nullptr);
}

TEST(Ews96Report, ACallTakesItsShareOfTheTime)
{
    const Ews96Calls calls = calls_of(made_up_ews96_result().rows[0].runs[0]);
    EXPECT_NEAR(calls.force, 0.75 * 4 / 3000, 1e-15);
    EXPECT_NEAR(calls.history, 0.1 * 4 / 500, 1e-15);  // steps that were undone began too
    EXPECT_NEAR(calls.contact, 0.05 * 4 / 500, 1e-15);
}

TEST(Ews96Report, TablesHaveTheirsBesideOurs)
{
    const std::string text = to_markdown(made_up_ews96_result());
    for (const char* line :
         {"| EWS96, optimised | 1243 | 2346 | 40 | 42 |", "| table | 900 | cash-karp | 0.27 - 5.8 | 0.05 - 8 | 0.2 | ",
          "| table | 900 | bulirsch-stoer | 0.018 - 0.92 | 0.05 - 8 | ",
          "| table | 900 | 260 | 1 | 75.0 % | 130 | 0.8 | 10.0 % | 180 | 0.4 | 5.0 % | 10.0 % | 7.5 |",
          "| 18 / 420 / 300 | 1 / 3 / 2 | 2 / 6 / 4 | 0.025 / 0.075 / 0.05, linearised, 2.5 ms | 150 | 40 |",
          "| linearised, 5 ms | 0.2 | 400 | 2 | 0.02 | 100 | 6 % | 3 % |"})
        EXPECT_NE(text.find(line), std::string::npos) << line << '\n' << text;
    EXPECT_NE(summary_table(made_up_ews96_result()).find("0.05 linearised, 2.5 ms"), std::string::npos);
    EXPECT_NE(choices_text(made_up_ews96_result()).find("2 frames, 0.08 s; fabric plain, without"), std::string::npos);
}

TEST(Ews96Report, SaysWhatFailedAndInventsNoFiguresOfThePaper)
{
    Ews96Result result = made_up_ews96_result();
    result.rows[0].row.paper.reset();
    result.rows[0].runs[1].status = SweepRunStatus::stalled;
    const std::string text = to_markdown(result);
    EXPECT_NE(text.find("| bulirsch-stoer (stalled) | - |"), std::string::npos) << text;
    EXPECT_EQ(text.find("0.27"), std::string::npos);
}

TEST(Ews96Report, CsvHasALineForEveryFrame)
{
    const std::string csv = to_csv(made_up_ews96_result());
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 5 * 2);
    EXPECT_NE(csv.find("table,900,\"cash-karp\",ok,0.04,100,1e-04,0.008,1,0.00027"), std::string::npos) << csv;
    EXPECT_NE(csv.find("\"linearised, 5 ms\",ok,0.08,300,5e-05,0.002,0.03,,,\n"), std::string::npos) << csv;
}

}  // namespace
}  // namespace tulle
