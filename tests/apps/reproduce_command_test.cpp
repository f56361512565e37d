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
    EXPECT_TRUE(outcome.out.starts_with("eeh00  ")) << outcome.out;
    EXPECT_EQ(lines_of(outcome.out).size(), 1U);
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

}  // namespace
}  // namespace tulle
