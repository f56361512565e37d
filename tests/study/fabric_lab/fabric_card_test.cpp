#include "study/fabric_lab/fabric_card.hpp"

#include "support/fabrics.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>

namespace tulle {
namespace {

FabricDescription sourced_fabric()
{
    FabricDescription fabric = testing::plain_fabric();
    fabric.sources = {
        {.key = "areal_density", .text = "a scale", .certainty = Certainty::measured},
        {.key = "thickness", .text = "a scale", .certainty = Certainty::measured},
        {.key = "warp", .text = "a paper", .certainty = Certainty::quoted},
        {.key = "warp.tension.RT", .text = "a guess", .certainty = Certainty::assumed, .range = {{50, 80}}},
        {.key = "weft", .text = "a paper", .certainty = Certainty::quoted},
        {.key = "shear", .text = "a thesis", .certainty = Certainty::derived},
    };
    return fabric;
}

const CardNumber& entry(const FabricCard& card, std::string_view group, std::string_view name)
{
    static const CardNumber none{.number = {"none", &FabricQuantity::friction}};
    for (const CardGroup& one : card.groups)
        for (const CardNumber& number : one.numbers)
            if (one.title == group && number.number.name == name) return number;
    ADD_FAILURE() << group << ' ' << name << " is not on the card";
    return none;
}

TEST(FabricCard, TheNearestSourceCounts)
{
    const FabricCard card = fabric_card(sourced_fabric(), UnitSystem::kes);
    EXPECT_EQ(entry(card, "warp", "EMT").certainty, Certainty::quoted);
    EXPECT_EQ(entry(card, "warp", "RT").certainty, Certainty::assumed);
    EXPECT_EQ(entry(card, "weft", "RT").certainty, Certainty::quoted);
    EXPECT_EQ(entry(card, "shear", "2HG5").certainty, Certainty::derived);
    EXPECT_FALSE(entry(card, "", "friction").certainty) << "the file does not have it";
    EXPECT_EQ(card.sources, (std::vector<std::string>{"a scale", "a paper", "a guess", "a thesis"}));
    EXPECT_EQ(card.sources[static_cast<std::size_t>(entry(card, "shear", "G").source)], "a thesis");
}

TEST(FabricCard, RangesHaveTheUnitsOfTheFile)
{
    FabricDescription fabric = sourced_fabric();
    const auto range = entry(fabric_card(fabric, UnitSystem::kes), "warp", "RT").range;
    ASSERT_TRUE(range);
    EXPECT_NEAR((*range)[0], 0.5, 1e-12);
    EXPECT_NEAR((*range)[1], 0.8, 1e-12);
    fabric.sources[3].range = {{0.55, 0.7}};
    const FabricCard card = fabric_card(fabric, UnitSystem::si);
    EXPECT_NEAR((*entry(card, "warp", "RT").range)[0], 0.55, 1e-12);
    EXPECT_NE(to_text(card).find("55 to 70"), std::string::npos) << to_text(card);
    // Of work, when the linearity is asked for: another quantity, whose range would mislead.
    fabric.sources[3] = {
        .key = "warp.tension.WT", .text = "a guess", .certainty = Certainty::assumed, .range = {{6, 9}}};
    EXPECT_EQ(entry(fabric_card(fabric, UnitSystem::si), "warp", "LT").certainty, Certainty::assumed);
    EXPECT_FALSE(entry(fabric_card(fabric, UnitSystem::si), "warp", "LT").range);
}

TEST(FabricCard, AWeftThatIsTheWarpHasItsSources)
{
    FabricDescription fabric = sourced_fabric();
    fabric.weft = fabric.warp;
    EXPECT_FALSE(fabric_card(sourced_fabric(), UnitSystem::kes).is_balanced);
    fabric.sources.erase(fabric.sources.begin() + 4);
    const FabricCard card = fabric_card(fabric, UnitSystem::kes);
    EXPECT_TRUE(card.is_balanced);
    EXPECT_EQ(entry(card, "weft", "RT").certainty, Certainty::assumed);
    EXPECT_NE(to_text(card).find("weft as the warp"), std::string::npos);
}

/// Of points the numbers are read off, and their certainty is that of the branch.
TEST(FabricCard, ReadsNumbersOffPoints)
{
    FabricDescription fabric = sourced_fabric();
    fabric.warp.tension = loop_of(std::get<KesTension>(fabric.warp.tension));
    fabric.sources[3].key = "warp.tension.unloading";
    const FabricCard card = fabric_card(fabric, UnitSystem::kes);
    EXPECT_NEAR(entry(card, "warp", "EMT").number.value, 0.04, 1e-9);
    EXPECT_NEAR(entry(card, "warp", "RT").number.value, 0.6, 1e-6);
    EXPECT_EQ(entry(card, "warp", "RT").certainty, Certainty::assumed);
    EXPECT_EQ(entry(card, "warp", "EMT").certainty, Certainty::quoted);
}

TEST(FabricCard, ForceAndStrengthShowWhereTheyAreUnusual)
{
    FabricDescription fabric = sourced_fabric();
    EXPECT_EQ(to_text(fabric_card(fabric, UnitSystem::kes)).find("force"), std::string::npos);
    std::get<KesTension>(fabric.weft.tension).force = 50 * gf_per_cm;
    fabric.weft.strength = 900;
    const FabricCard card = fabric_card(fabric, UnitSystem::kes);
    EXPECT_NEAR(entry(card, "weft", "force").number.kes(), 50, 1e-9);
    EXPECT_EQ(entry(card, "weft", "strength").number.value, 900);
}

/// c^3 W g = B.
TEST(FabricCard, BendingLengthIsThatOfAStripWithoutHysteresis)
{
    const FabricCard card = fabric_card(sourced_fabric(), UnitSystem::kes);
    EXPECT_NEAR(std::pow(card.bending_length[0], 3) * 0.15 * 9.81, 12e-6, 1e-12);
    EXPECT_NEAR(std::pow(card.bending_length[1], 3) * 0.15 * 9.81, 7e-6, 1e-12);
}

TEST(FabricCard, JsonHoldsEverything)
{
    const auto json = nlohmann::json::parse(to_json(fabric_card(sourced_fabric(), UnitSystem::kes)).dump());
    EXPECT_EQ(json["name"], "plain");
    EXPECT_EQ(json["warp"]["RT"]["certainty"], "assumed");
    EXPECT_EQ(json["warp"]["RT"]["source"], "a guess");
    EXPECT_NEAR(json["warp"]["RT"]["range_si"][1].get<double>(), 0.8, 1e-12);
    EXPECT_NEAR(json["mass"]["kes"].get<double>(), 15, 1e-9);
    EXPECT_EQ(json["mass"]["kes_unit"], "mg/cm^2");
    EXPECT_TRUE(json["friction"]["certainty"].is_null());
    EXPECT_GT(json["bending_length_m"]["warp"].get<double>(), json["bending_length_m"]["weft"].get<double>());
}

TEST(FabricCard, LinesOfSourcesStayOnTheScreen)
{
    FabricDescription fabric = sourced_fabric();
    fabric.sources[0].text = std::string(40, 'x');
    for (int k = 0; k < 30; ++k) fabric.sources[0].text += " some words";
    std::istringstream lines(to_text(fabric_card(fabric, UnitSystem::kes)));
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 118U) << line;
        EXPECT_FALSE(line.ends_with(' ')) << line;
    }
}

}  // namespace
}  // namespace tulle
