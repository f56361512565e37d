#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

class CrossingsCommand : public AppTest {};

TEST_F(CrossingsCommand, ARunIsFree)
{
    (void)whole_run();
    const Outcome text = tulle({"analyze", "crossings", "whole"});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_EQ(lines_of(text.out).back(), "31 frames: free, no cloth is in an obstacle");
    const Outcome json = tulle({"analyze", "crossings", "whole", "--json"});
    EXPECT_EQ(json.exit_code, 0) << json.err;
    EXPECT_EQ(nlohmann::json::parse(json.out)["free"], true);
    EXPECT_EQ(tulle({"analyze", "crossings", "whole", "--quiet"}).out, "");
}

/// The ball in the scene of a run is made larger behind its back.
TEST_F(CrossingsCommand, ARunThatIsNotFreeIsTold)
{
    const auto run = whole_run();
    std::string scene = read_text(run / "scene.toml");
    const std::size_t radius = scene.find("radius = 0.1");
    ASSERT_NE(radius, std::string::npos) << scene;
    scene.insert(radius + 12, "2");
    write_text(run / "scene.toml", scene);
    const auto before = entries();
    const Outcome outcome = tulle({"analyze", "crossings", "whole"});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_NE(outcome.out.find("31 frames: NOT FREE"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("deepest particle: "), std::string::npos) << outcome.out;
    EXPECT_EQ(entries(), before);
}

TEST_F(CrossingsCommand, WhatIsNoRunIsRefused)
{
    expect_refused({"analyze", "crossings", "nowhere"}, "nowhere");
    expect_refused({"analyze", "crossings"}, "RUN");
    const auto run = whole_run();
    std::filesystem::remove(run / "frames.cache");
    expect_refused({"analyze", "crossings", "whole"}, "frames.cache");
}

}  // namespace
}  // namespace tulle
