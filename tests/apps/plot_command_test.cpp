#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace tulle {
namespace {

class PlotCommand : public AppTest {
protected:
    void SetUp() override
    {
        ASSERT_EQ(std::system("gnuplot --version > /dev/null 2>&1"), 0) << "no gnuplot here; see script/bootstrap";
    }
};

TEST_F(PlotCommand, DrawsEnergyAndStretch)
{
    const auto run = whole_run();
    const Outcome outcome = tulle({"plot", "whole"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "whole/energy.svg\nwhole/stretch.svg\n");
    const std::string energy = read_text(run / "energy.svg");
    EXPECT_NE(energy.find("kinetic"), std::string::npos);
    for (const std::string& text : {energy, read_text(run / "stretch.svg")})
        EXPECT_NE(text.find("</svg>"), std::string::npos);
}

TEST_F(PlotCommand, PngGoesWhereItIsAskedFor)
{
    (void)whole_run();
    std::filesystem::create_directory(folder_ / "figures");
    const Outcome outcome = tulle({"plot", "whole", "--png", "-o", "figures", "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["files"].size(), 2U);
    EXPECT_TRUE(read_text(folder_ / "figures/energy.png").starts_with("\x89PNG"));
}

TEST_F(PlotCommand, WhatIsNoRunIsRefused) { expect_refused({"plot", "nowhere"}, "nowhere"); }

}  // namespace
}  // namespace tulle
