#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

class StabilityCommand : public AppTest {};

TEST_F(StabilityCommand, NamesTheLongestStepOfEveryMethod)
{
    const std::vector<std::string> small{"--set", "cloth[0].grid.particles=[8, 8]"};
    std::vector<std::string> arguments{"analyze", "stability", "hanging"};
    arguments.insert(arguments.end(), small.begin(), small.end());
    const Outcome text = tulle(arguments);
    EXPECT_EQ(text.exit_code, 0) << text.err;
    for (const char* part : {"64 particles", "symplectic-euler", "by ATG07", "particle", "heavier", "any"})
        EXPECT_NE(text.out.find(part), std::string::npos) << part << '\n' << text.out;
    EXPECT_EQ(text.out.find("with filter"), std::string::npos);

    arguments.insert(arguments.end(), {"--set", "filter.lambda=1", "--json"});
    const Outcome json = tulle(arguments);
    EXPECT_EQ(json.exit_code, 0) << json.err;
    EXPECT_EQ(nlohmann::json::parse(json.out)["filtered"], true);
}

TEST_F(StabilityCommand, WritesTheNetWithItsSharesOnce)
{
    const std::vector<std::string> arguments{
        "analyze", "stability", "hanging", "--set", "cloth[0].grid.particles=[8, 8]", "--vtk", "hanging.vtp"};
    EXPECT_EQ(tulle(arguments).exit_code, 0);
    const std::string file = read_text(folder_ / "hanging.vtp");
    for (const char* part : {"NumberOfPoints=\"64\"", "Scalars=\"share\"", "Name=\"share\" NumberOfComponents=\"1\""})
        EXPECT_NE(file.find(part), std::string::npos) << part;
    expect_refused(arguments, "exists");
    EXPECT_EQ(read_text(folder_ / "hanging.vtp"), file);
    expect_refused({"analyze", "stability", "hanging", "--vtk", "hanging.vtk"}, ".vtp");
    expect_refused({"analyze", "stability", "hanging", "--vtk", "nowhere/hanging.vtp"}, "nowhere");
}

TEST_F(StabilityCommand, RefusesWhatIsNoScene)
{
    expect_refused({"analyze", "stability", "nowhere"}, "nowhere");
    expect_refused({"analyze", "stability"}, "SCENE");
    expect_refused({"analyze", "stability", "hanging", "--set", "filter.lamda=1"}, "lambda");
}

}  // namespace
}  // namespace tulle
