#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <thread>

namespace tulle {
namespace {

class FabricCommand : public AppTest {};

TEST_F(FabricCommand, ShowsEveryNumberWithItsCertainty)
{
    const auto before = entries();
    const Outcome text = tulle({"fabric", "show", "cotton_broad"});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_NE(text.out.find("0.118 gf cm^2/cm"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("1.73 to 5.1"), std::string::npos) << text.out;
    const Outcome json = tulle({"fabric", "show", "silk", "--json"});
    EXPECT_EQ(json.exit_code, 0) << json.err;
    // Of a file in SI units; the range is given as [0.00018, 0.000514] there.
    EXPECT_EQ(nlohmann::json::parse(json.out)["warp"]["2HB"]["range_si"][0], 0.00018);
    EXPECT_EQ(entries(), before) << "no file was asked for";
}

TEST_F(FabricCommand, DrawsTheLoopsOverPicturesAlone)
{
    EXPECT_EQ(tulle({"fabric", "show", "silk", "-o", "silk.svg"}).exit_code, 0);
    const std::string picture = read_text(folder_ / "silk.svg");
    EXPECT_NE(picture.find("</svg>"), std::string::npos);
    EXPECT_EQ(tulle({"fabric", "show", "canvas", "-o", "silk.svg"}).exit_code, 0) << "a picture may be replaced";
    EXPECT_NE(read_text(folder_ / "silk.svg"), picture);
    write_text(folder_ / "notes.svg", "mine");
    expect_refused({"fabric", "show", "silk", "-o", "notes.svg"}, "not overwritten");
    EXPECT_EQ(read_text(folder_ / "notes.svg"), "mine");
    expect_refused({"fabric", "show", "silk", "-o", "silk.pdf"}, ".svg or .png");
    expect_refused({"fabric", "show", "silk", "-o", "nowhere/silk.svg"}, "nowhere");
}

TEST_F(FabricCommand, WhatIsNoFabricIsRefused)
{
    expect_refused({"fabric", "show", "silc"}, "did you mean silk?");
    expect_refused({"fabric", "show", "silk.toml"}, "silk.toml: no such file");
    expect_refused({"fabric", "test", "silc", "kes"}, "did you mean silk?");
    expect_refused({"fabric", "show", "swing.toml"}, "swing.toml:");
    expect_refused({"fabric", "test", "silk"}, "kes or cantilever or drape or table");
    expect_refused({"fabric", "test", "kes"}, "Name one after the fabric");
    expect_refused({"fabric", "test"}, "FABRIC");
    expect_refused({"fabric", "test", "silk", "kes", "--cells", "1"}, "--cells");
    expect_refused({"fabric", "test", "silk", "kes", "-o", "."}, "is not empty");
}

TEST_F(FabricCommand, KesPutsWhatCameOutBesideWhatWentIn)
{
    const Outcome outcome = tulle({"fabric", "test", "cotton_broad", "kes", "--cells", "2", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    ASSERT_EQ(json["numbers"].size(), 18U);
    for (const auto& number : json["numbers"])
        EXPECT_EQ(number["drawn"][0]["beyond_tolerance"], false) << number.dump();
    ASSERT_EQ(json["files"].size(), 3U);
    for (const std::string file : {"kes.csv", "kes.md", "kes.svg"})
        EXPECT_TRUE(std::filesystem::exists(folder_ / "studies/cotton_broad-kes" / file)) << file;
}

TEST_F(FabricCommand, CantileverTellsWhatHysteresisDoes)
{
    const Outcome outcome = tulle({"fabric", "test", "cotton_broad", "cantilever", "--cells", "4", "-o", "strips"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("Hysteresis makes c of the weft"), std::string::npos) << outcome.out;
    EXPECT_TRUE(outcome.out.ends_with("strips/cantilever.json\nstrips/cantilever.md\n")) << outcome.out;
    EXPECT_EQ(nlohmann::json::parse(read_text(folder_ / "strips/cantilever.json"))["strips"].size(), 2U);
}

TEST_F(FabricCommand, DrapeStandsBesideWhatWasMeasured)
{
    const Outcome outcome = tulle({"fabric", "test", "cotton_broad", "drape", "--rings", "3", "--runs", "1", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_DOUBLE_EQ(json["measured"].get<double>(), 0.829);
    ASSERT_EQ(json["resolutions"].size(), 1U);
    EXPECT_EQ(json["resolutions"][0]["runs"].size(), 1U);
    for (const std::string file : {"drape.json", "drape.md", "drape-3-rings.png"})
        EXPECT_TRUE(std::filesystem::exists(folder_ / "studies/cotton_broad-drape" / file)) << file;
    expect_refused({"fabric", "test", "silk", "drape", "--specimen", "28"}, "--specimen");
}

TEST_F(FabricCommand, LaysASquareClothOnARoundTable)
{
    const Outcome outcome =
        tulle({"fabric", "test", "cotton_broad", "table", "--particles", "7", "--runs", "1", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    ASSERT_EQ(json["resolutions"].size(), 1);
    EXPECT_EQ(json["resolutions"][0]["particles_a_side"], 7);
    for (const std::string file : {"table.json", "table.md", "table-7.png"})
        EXPECT_TRUE(std::filesystem::exists(folder_ / "studies/cotton_broad-table" / file)) << file;
    expect_refused({"fabric", "test", "silk", "table", "--size", "30", "--table", "30"}, "--table must be smaller");
}

/// A study that would take minutes.
TEST_F(FabricCommand, AnInterruptEndsATestBeforeItsTime)
{
    const auto before = entries();
    Process process({.arguments = {"fabric", "test", "silk", "kes", "--cells", "20", "--quiet"},
                     .directory = folder_.path(),
                     .file_size_limit = {}});
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    process.send(SIGINT);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_EQ(entries(), before);
}

}  // namespace
}  // namespace tulle
