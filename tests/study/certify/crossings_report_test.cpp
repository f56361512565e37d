#include "study/certify/crossings_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

Crossings free_and_not()
{
    Crossings crossings{.scene = "table", .frames = 3};
    crossings.parts = {{.cloth = "sheet", .obstacle = "floor", .thickness = 0.01},
                       {.cloth = "sheet",
                        .obstacle = "needle",
                        .thickness = 0.01,
                        .pairs = 6,
                        .frames_with_pairs = 2,
                        .particle = {2e-6, 1, 0.04, 17},
                        .crossing = {0.02, 2, 0.08, 5, 1}}};
    return crossings;
}

TEST(CrossingsReport, TheTextEndsWithTheVerdict)
{
    const std::string bad = to_text(free_and_not());
    EXPECT_NE(bad.find("triangle 5 of sheet, 0.02 m in triangle 1 of needle, frame 2 (0.080 s)"), std::string::npos)
        << bad;
    EXPECT_NE(bad.find("17 of sheet, 2e-06 m in needle, frame 1"), std::string::npos) << bad;
    EXPECT_TRUE(bad.ends_with("3 frames: NOT FREE, cloth is in an obstacle (1 of 2 pairs of cloth and obstacle)\n"))
        << bad;
    Crossings good = free_and_not();
    good.parts.pop_back();
    EXPECT_TRUE(to_text(good).ends_with("3 frames: free, no cloth is in an obstacle\n"));
    good.parts.clear();
    EXPECT_EQ(to_text(good), "3 frames: free, there is no obstacle\n");
}

TEST(CrossingsReport, JsonHasEverything)
{
    const auto json = to_json(free_and_not());
    EXPECT_EQ(json["free"], false);
    EXPECT_EQ(json["frames"], 3);
    EXPECT_EQ(json["parts"][0]["free"], true);
    EXPECT_TRUE(json["parts"][0]["deepest_particle"].is_null());
    EXPECT_TRUE(json["parts"][0]["deepest_crossing"].is_null());
    EXPECT_EQ(json["parts"][1]["crossings"], 6);
    EXPECT_EQ(json["parts"][1]["deepest_particle"]["particle"], 17);
    EXPECT_EQ(json["parts"][1]["deepest_crossing"]["obstacle_triangle"], 1);
    Crossings solid = free_and_not();
    solid.parts[1].crossing.obstacle_face = -1;
    EXPECT_TRUE(to_json(solid)["parts"][1]["deepest_crossing"]["obstacle_triangle"].is_null());
}

}  // namespace
}  // namespace tulle
