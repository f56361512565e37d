#include "study/fabric_lab/fabric_report.hpp"

#include "study/kes_sample.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tulle {
namespace {

using testing::sample_kes_study;

const KesRow& row_of(const std::vector<KesRow>& rows, KesTest test, Thread along, std::string_view name)
{
    const auto found = std::ranges::find_if(
        rows, [&](const KesRow& row) { return row.test == test && row.along == along && row.given.name == name; });
    EXPECT_NE(found, rows.end()) << name;
    return found == rows.end() ? rows.front() : *found;
}

/// Strains are as they were, and so are ratios of work; forces are not.
TEST(FabricReport, PutsWhatCameOutBesideWhatWentIn)
{
    const std::vector<KesRow> rows = kes_rows(sample_kes_study(1.05, 0.992));
    EXPECT_EQ(rows.size(), 2U * (4 + 3 + 2));
    const KesRow& rigidity = row_of(rows, KesTest::bending, Thread::weft, "B");
    EXPECT_NEAR(rigidity.given.value, 7e-6, 1e-14);
    EXPECT_NEAR(*rigidity.difference(0), 0.05, 1e-9);
    EXPECT_NEAR(*rigidity.difference(1), -0.008, 1e-9);
    EXPECT_TRUE(rigidity.is_beyond(0));
    EXPECT_FALSE(rigidity.is_beyond(1));
    for (const char* name : {"EMT", "LT", "RT"})
        EXPECT_NEAR(*row_of(rows, KesTest::tension, Thread::warp, name).difference(0), 0, 1e-9) << name;
    EXPECT_TRUE(row_of(rows, KesTest::tension, Thread::warp, "WT").is_beyond(0));
}

TEST(FabricReport, MarksWhatLiesBeyondTheTolerance)
{
    const std::string good = to_text(sample_kes_study(1.008, 0.992));
    EXPECT_EQ(good.find('*'), std::string::npos) << good;
    EXPECT_NE(good.find("all 36 numbers come back within 1 %\n"), std::string::npos) << good;
    // WT twice, G, 2HG and 2HG5 twice, B and 2HB twice; at one resolution.
    const std::string bad = to_text(sample_kes_study(1.02, 1));
    EXPECT_EQ(std::ranges::count(bad, '*'), 12 + 1) << bad;
    EXPECT_NE(bad.find("12 of 36 numbers differ by more than 1 %, marked *\n"), std::string::npos) << bad;
    const std::string table = to_markdown(sample_kes_study(1.02, 1));
    EXPECT_NE(table.find("| **+2.00 %** |"), std::string::npos) << table;
}

/// A number that should be zero has no percentage, and what was not drawn is a dash.
TEST(FabricReport, WhatIsNotKnownIsNotMadeUp)
{
    KesStudy study = sample_kes_study(1, 1);
    study.curves[0].drawn[1].reset();
    study.failures = {"tension along the warp at 10 cells"};
    const std::vector<KesRow> rows = kes_rows(study);
    EXPECT_FALSE(row_of(rows, KesTest::tension, Thread::warp, "EMT").difference(1));
    EXPECT_TRUE(row_of(rows, KesTest::tension, Thread::warp, "EMT").difference(0));
    const std::string text = to_text(study);
    EXPECT_NE(text.find("32 of 36 numbers were found, and come back within 1 %\n"), std::string::npos) << text;
    EXPECT_NE(text.find("FAILED: tension along the warp at 10 cells\n"), std::string::npos) << text;
    KesRow nothing = rows.front();
    nothing.given.value = 0;
    EXPECT_FALSE(nothing.difference(0));
    EXPECT_FALSE(nothing.is_beyond(0));
}

TEST(FabricReport, TheCurvesGoIntoATable)
{
    const KesStudy study = sample_kes_study(1, 1);
    const std::string csv = to_csv(study);
    EXPECT_TRUE(csv.starts_with("test,along,cells,branch,at,value\ntension,warp,,loading,0,0\n"));
    std::size_t points = 0;
    for (const KesCurve& curve : study.curves)
        points += 3 * (curve.given.loading.size() + curve.given.unloading.size());
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), 1 + points);
    EXPECT_NE(csv.find("\nbending,weft,10,unloading,"), std::string::npos);
}

TEST(FabricReport, JsonHoldsEverything)
{
    const auto json = nlohmann::json::parse(to_json(sample_kes_study(1.05, 1)).dump());
    EXPECT_EQ(json["cells"], (std::vector<int>{5, 10}));
    ASSERT_EQ(json["numbers"].size(), 18U);
    const auto& width = json["numbers"].back();
    EXPECT_EQ(width["name"], "2HB");
    EXPECT_EQ(width["along"], "weft");
    EXPECT_NEAR(width["given"].get<double>(), 0.4e-3, 1e-12);
    EXPECT_NEAR(width["drawn"][0]["difference"].get<double>(), 0.05, 1e-9);
    EXPECT_EQ(width["drawn"][0]["beyond_tolerance"], true);
    EXPECT_EQ(width["drawn"][1]["beyond_tolerance"], false);
}

}  // namespace
}  // namespace tulle
