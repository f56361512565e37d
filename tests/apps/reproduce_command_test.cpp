#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

using ReproduceCommand = AppTest;

TEST_F(ReproduceCommand, WithoutANameListsWhatThereIs)
{
    const auto before = entries();
    const Outcome outcome = tulle({"reproduce"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("atg07  ")) << outcome.out;
    ASSERT_EQ(lines_of(outcome.out).size(), 4U);
    EXPECT_TRUE(lines_of(outcome.out)[1].starts_with("eeh00  ")) << outcome.out;
    EXPECT_TRUE(lines_of(outcome.out)[2].starts_with("ews96  ")) << outcome.out;
    EXPECT_TRUE(lines_of(outcome.out)[3].starts_with("vsmt10  ")) << outcome.out;
    EXPECT_EQ(entries(), before);
}

TEST_F(ReproduceCommand, Eeh00WritesTablesAndTheStandstill)
{
    const Outcome outcome = tulle({"reproduce", "eeh00", "--quick"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("hanging textile"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("friction 0"), std::string::npos) << outcome.out;
    EXPECT_EQ(lines_of(outcome.out).back(), "studies/eeh00/standstill.svg");
    const auto directory = folder_ / "studies/eeh00";
    EXPECT_EQ(lines_of(read_text(directory / "eeh00.csv")).size(), 1U + 6 * 7 * 2);
    EXPECT_NE(read_text(directory / "eeh00.md").find("## hanging textile"), std::string::npos);
    EXPECT_GT(lines_of(read_text(directory / "standstill.csv")).size(), 30U);
    EXPECT_NE(read_text(directory / "standstill.svg").find("without the update"), std::string::npos);
}

TEST_F(ReproduceCommand, JsonGoesWhereItIsAskedForAndNothingIsWrittenOver)
{
    const Outcome outcome =
        tulle({"reproduce", "eeh00", "--quick", "--json", "--png", "--shear", "0.2", "-o", "tables"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["rows"].size(), 6U);
    EXPECT_EQ(json["choices"]["shear_part"], 0.2);
    EXPECT_EQ(json["files"][3], "tables/standstill.png");
    EXPECT_TRUE(read_text(folder_ / "tables/standstill.png").starts_with("\x89PNG"));
    expect_refused({"reproduce", "eeh00", "--quick", "-o", "tables"}, "tables");
    expect_refused({"reproduce", "eeh00", "--quick", "--shear", "2"}, "--shear");
    expect_refused({"reproduce", "eeh01"}, "eeh01");
}

TEST_F(ReproduceCommand, Ews96WritesTablesAndAPlotAndNothingOver)
{
    const Outcome outcome = tulle({"reproduce", "ews96", "--quick", "--frames", "1"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("round table"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("1 frames, 0.04 s; fabric cotton"), std::string::npos) << outcome.out;
    EXPECT_EQ(lines_of(outcome.out).back(), "studies/ews96/ews96.svg");
    const auto directory = folder_ / "studies/ews96";
    EXPECT_EQ(lines_of(read_text(directory / "ews96.csv")).size(), 1U + 6 * 8);
    EXPECT_NE(read_text(directory / "ews96.md").find("## Table 4"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(read_text(directory / "ews96.json"))["rows"].size(), 6U);
    EXPECT_NE(read_text(directory / "ews96.svg").find("sphere"), std::string::npos);
    expect_refused({"reproduce", "ews96", "--quick", "-o", "studies/ews96"}, "studies/ews96");
    expect_refused({"reproduce", "ews96", "--quick", "--frames", "0"}, "--frames");
    expect_refused({"reproduce", "ews96", "--sides", "31"}, "--sides");
    expect_refused({"reproduce", "ews96", "--quick", "--sides", "30"}, "--sides");
    expect_refused({"reproduce", "ews96", "--quick", "--fabric", "coton"}, "cotton");
}

TEST_F(ReproduceCommand, Vsmt10WritesTablesAndFigures)
{
    const Outcome outcome = tulle({"reproduce", "vsmt10", "--quick", "--json", "-o", "springs"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["curves"].size(), 5U);
    EXPECT_EQ(json["files"].back(), "springs/figure-8.svg");
    for (const std::string file : json["files"]) EXPECT_FALSE(read_text(folder_ / file).empty()) << file;
    EXPECT_NE(read_text(folder_ / "springs/vsmt10.md").find("## Figure 8"), std::string::npos);
    EXPECT_NE(read_text(folder_ / "springs/figure-2.svg").find("StVK"), std::string::npos);
    expect_refused({"reproduce", "vsmt10", "--quick", "-o", "springs"}, "springs");
}

}  // namespace
}  // namespace tulle
