#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

/// Two cloths, one of which falls through the other as nothing holds them apart.
constexpr std::string_view falling_scene = R"([simulation]
duration = 0.25
fps = 200

[integrator]
dt = 0.005

[[cloth]]
name = "lower"
grid = { size = [0.4, 0.4], particles = [8, 8], center = [0, 0, 0] }
areal_density = 0.2
pin = [{ corner = "min-min" }, { corner = "max-min" }, { corner = "min-max" }, { corner = "max-max" }]

[[cloth]]
name = "upper"
grid = { size = [0.4, 0.4], particles = [9, 9], center = [0.03, 0.03, 0.15] }
areal_density = 0.2
)";

class CertifyCommand : public AppTest {
protected:
    CertifyCommand() { write_text(folder_ / "falling.toml", falling_scene); }
};

TEST_F(CertifyCommand, ARunIsFree)
{
    (void)whole_run();
    const Outcome text = tulle({"certify", "whole"});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_EQ(lines_of(text.out).back(), "31 frames: free, no cloth passes through itself or another");
    const Outcome json = tulle({"certify", "whole", "--json", "--csv", "frames.csv"});
    EXPECT_EQ(json.exit_code, 0) << json.err;
    EXPECT_EQ(nlohmann::json::parse(json.out)["free"], true);
    EXPECT_EQ(lines_of(read_text(folder_ / "frames.csv")).size(), 32U);
    EXPECT_EQ(tulle({"certify", "whole", "--quiet"}).out, "");
    expect_refused({"certify", "whole", "--csv", "frames.csv"}, "not overwritten");
}

TEST_F(CertifyCommand, WhatIsNoRunIsRefused)
{
    expect_refused({"certify", "nowhere"}, "nowhere");
    expect_refused({"certify"}, "RUN");
}

TEST_F(CertifyCommand, ARunThatCertifiesItselfFindsTheSame)
{
    const Outcome run = tulle({"run", "falling.toml", "-o", "fall", "--certify"});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_EQ(run.err.find("passes through"), run.err.rfind("passes through")) << "told once: " << run.err;
    EXPECT_NE(run.err.find("passes through"), std::string::npos) << run.err;
    EXPECT_NE(run.out.find("certified        NOT FREE"), std::string::npos) << run.out;
    const auto record = nlohmann::json::parse(read_text(folder_ / "fall/run.json"));
    EXPECT_EQ(record["certificate"]["free"], false);
    EXPECT_GT(record["seconds"]["certify"], 0.0);

    const Outcome later = tulle({"certify", "fall", "--csv", "later.csv"});
    EXPECT_EQ(later.exit_code, 1) << later.err;
    const auto rows = lines_of(read_text(folder_ / "fall/metrics.csv"));
    const auto expected = lines_of(read_text(folder_ / "later.csv"));
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const std::string three = expected[k].substr(expected[k].find(',', expected[k].find(',') + 1));
        EXPECT_TRUE(rows[k].ends_with(three)) << rows[k] << " and " << three;
    }
}

TEST_F(CertifyCommand, AResumedRunGoesOnCertifying)
{
    const Outcome whole = tulle({"run", "swing.toml", "-o", "whole", "--certify"});
    EXPECT_EQ(whole.exit_code, 0) << whole.err;
    EXPECT_NE(whole.out.find("certified        no intersections in 31 frames"), std::string::npos) << whole.out;
    {
        Process begun({.arguments = {"run", "swing.toml", "-o", "begun", "--certify", "--quiet"},
                       .directory = folder_.path(),
                       .file_size_limit = {}});
        ASSERT_TRUE(begun.wait_for(folder_ / "begun/checkpoint"));
    }  // killed
    const Outcome resumed = tulle({"run", "-o", "begun", "--resume"});
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_NE(resumed.out.find("certified        no intersections in 31 frames"), std::string::npos) << resumed.out;
    EXPECT_EQ(read_text(folder_ / "begun/metrics.csv"), read_text(folder_ / "whole/metrics.csv"));
}

TEST_F(CertifyCommand, ARunBegunWithoutItIsNotTakenUpWithIt)
{
    (void)whole_run();
    expect_refused({"run", "-o", "whole", "--resume", "--certify"}, "tulle certify");
}

}  // namespace
}  // namespace tulle
