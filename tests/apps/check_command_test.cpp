#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

class CheckCommand : public AppTest {};

TEST_F(CheckCommand, SumsUpWhatARunWouldTakeAndWritesNothing)
{
    const auto before = entries();
    const Outcome outcome = tulle({"check", "swing.toml"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* word : {"particles  144", "frames     31", "step       0.02 s", "steps      60", "imex-euler"}) {
        EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in " << outcome.out;
    }
    EXPECT_EQ(entries(), before);
}

TEST_F(CheckCommand, JsonHasTheSameFigures)
{
    const Outcome outcome = tulle({"check", "swing.toml", "--json", "--set", "cloth[0].grid.particles=[3, 5]"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["ok"], true);
    EXPECT_EQ(json["particles"], 15);
    EXPECT_EQ(json["frames"], 31);
    EXPECT_EQ(json["steps"], 60);
    EXPECT_EQ(json["formats"].size(), 4U);
}

TEST_F(CheckCommand, WarnsOfSettingsThatAnotherMethodLeavesIdle)
{
    const std::string idle =
        "[integrator]\nupdate = \"bare\"\n[[cloth]]\nareal_density = 0.2\n"
        "grid = { size = [1, 1], particles = [3, 3] }\n";
    write_text(folder_ / "idle.toml", idle);
    const std::vector<std::string> arguments{"check", "idle.toml", "--set", "integrator.method=verlet"};
    const Outcome outcome = tulle(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("tulle: warning: idle.toml:2:10: integrator.update: ")) << outcome.err;
    EXPECT_NE(outcome.out.find("idle can be run; there is a warning above"), std::string::npos) << outcome.out;

    std::vector<std::string> json_arguments = arguments;
    json_arguments.emplace_back("--json");
    const auto json = nlohmann::json::parse(tulle(json_arguments).out);
    EXPECT_EQ(json["warnings"][0]["key"], "integrator.update");
}

TEST_F(CheckCommand, NamesTheFabricInsteadOfSprings)
{
    const std::string napkin =
        "[[cloth]]\nfabric = \"silk\"\ngrid = { size = [1, 1], particles = [3, 3] }\npin = [{ corner = \"min-min\" "
        "}]\n";
    write_text(folder_ / "napkin.toml", napkin);
    const Outcome outcome = tulle({"check", "napkin.toml"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("1 x 1 x 0 m of silk\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("springs"), std::string::npos) << outcome.out;
    EXPECT_EQ(nlohmann::json::parse(tulle({"check", "napkin.toml", "--json"}).out)["cloths"][0]["fabric"], "silk");
}

TEST_F(CheckCommand, ShowsHowLargeThingsAre)
{
    const Outcome outcome = tulle({"check", "swing.toml"});
    EXPECT_NE(outcome.out.find("  cloth      cloth, 0.4 x 0.4 x 0 m\n"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("  obstacle   obstacle, 0.2 x 0.2 x 0.2 m\n"), std::string::npos) << outcome.out;
    const auto json = nlohmann::json::parse(tulle({"check", "swing.toml", "--json"}).out);
    EXPECT_DOUBLE_EQ(json["cloths"][0]["size"][1], 0.4);
    EXPECT_DOUBLE_EQ(json["obstacles"][0]["size"][2], 0.2);
}

TEST_F(CheckCommand, WarnsOfClothThatStartsInsideAnObstacle)
{
    const Outcome outcome = tulle({"check", "swing.toml", "--set", "obstacle[0].center=[0, 0, -0.05]"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("tulle: warning: swing.toml:12:")) << outcome.err;
    EXPECT_NE(outcome.err.find("inside obstacle \"obstacle\""), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out.find("is fine"), std::string::npos) << outcome.out;
}

TEST_F(CheckCommand, JsonTellsEveryProblem)
{
    write_text(folder_ / "wrong.toml",
               "[simulation]\nduration = 0\nfbs = 3\n[[cloth]]\nareal_density = 0.2\n"
               "grid = { size = [1, 1], particles = [3, 3] }\n");
    const Outcome outcome = tulle({"check", "wrong.toml", "--json"});
    EXPECT_EQ(outcome.exit_code, 2);
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["ok"], false);
    ASSERT_EQ(json["problems"].size(), 2U);
    EXPECT_EQ(json["problems"][0]["file"], "wrong.toml");
    EXPECT_EQ(json["problems"][0]["line"], 2);
    EXPECT_EQ(json["problems"][0]["key"], "simulation.duration");
    EXPECT_EQ(json["problems"][1]["line"], 3);
}

}  // namespace
}  // namespace tulle
