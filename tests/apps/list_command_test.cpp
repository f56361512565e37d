#include "apps/app_fixture.hpp"

#include <tulle/error.hpp>
#include <tulle/scene_file.hpp>

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

class ListCommand : public AppTest {
protected:
    [[nodiscard]] std::vector<std::string> names_of(const std::string& kind) const
    {
        const Outcome outcome = kind.empty() ? tulle({"list", "--json"}) : tulle({"list", kind, "--json"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        std::vector<std::string> names;
        for (const auto& entry : nlohmann::json::parse(outcome.out)) {
            names.push_back(entry["name"]);
            EXPECT_NE(entry["description"], "") << names.back();
        }
        return names;
    }
};

TEST_F(ListCommand, EveryNameCanBeUsedInAScene)
{
    const auto expect_readable = [&](const std::string& kind, const std::string& before, const std::string& after) {
        const std::vector<std::string> names = names_of(kind);
        EXPECT_GE(names.size(), 2U) << kind;
        for (const std::string& name : names) {
            const std::vector<std::string> overrides{before + name + after};
            EXPECT_NO_THROW((void)read_scene(folder_ / "swing.toml", overrides)) << overrides[0];
        }
    };
    expect_readable("integrators", "integrator.method=", "");
    expect_readable("formats", R"(output.formats=[")", R"("])");
    expect_readable("solvers", "solver.method=", "");
    expect_readable("preconditioners", "solver.preconditioner=", "");
    expect_readable("springs", "cloth[0].", "_stiffness=100");
}

TEST_F(ListCommand, IntegratorsAreExplainedToStrangers)
{
    const Outcome outcome = tulle({"list", "integrators"});
    EXPECT_EQ(outcome.exit_code, 0);
    for (const char* word :
         {"Method", "Family", "Order", "Steps", "varies", "stable", "w [1/s] is the fastest vibration", "IMEX: "})
        EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
    for (const std::string& line : lines_of(outcome.out)) EXPECT_LE(line.size(), 120U) << line;
    const auto json = nlohmann::json::parse(tulle({"list", "integrators", "--json"}).out);
    for (const auto& method : json) {
        const bool varies = method["name"] == "bulirsch-stoer";
        EXPECT_TRUE(varies ? method["order"].is_null() : method["order"].is_number()) << method["name"];
        for (const char* key : {"family", "steps", "use"}) EXPECT_NE(method[key], "") << method["name"];
        EXPECT_NE(outcome.out.find('\n' + method["name"].get<std::string>() + ' '), std::string::npos);
    }
}

TEST_F(ListCommand, EveryObstacleIsAShape)
{
    for (const std::string& name : names_of("obstacles")) {
        std::string scene(swing_scene);
        scene.replace(scene.find(R"("sphere")"), 8, '"' + name + '"');
        write_text(folder_ / "obstacle.toml", scene);
        try {
            (void)read_scene(folder_ / "obstacle.toml");
        } catch (const InputError& error) {  // the sphere's keys do not fit the others, the shape's name must
            EXPECT_EQ(std::string(error.what()).find("obstacle[0].shape:"), std::string::npos) << error.what();
        }
    }
}

TEST_F(ListCommand, AloneItNamesWhatThereIsToList)
{
    const Outcome outcome = tulle({"list"});
    EXPECT_EQ(outcome.exit_code, 0);
    for (const std::string& kind : names_of("")) {
        EXPECT_NE(outcome.out.find('\n' + kind + ' '), std::string::npos) << kind;
        EXPECT_EQ(tulle({"list", kind}).exit_code, 0) << kind;
    }
}

TEST_F(ListCommand, ScenesComeWithTheirFirstComment)
{
    std::filesystem::create_directory(folder_ / "scenes");
    write_text(folder_ / "scenes/pendulum.toml", swing_scene);
    const std::vector<std::string> lines = lines_of(tulle({"list", "scenes"}).out);
    EXPECT_TRUE(std::ranges::any_of(lines, [](const std::string& line) {
        return line.starts_with("pendulum ") && line.ends_with("  A cloth that swings.");
    }));
    // A sentence over two lines, and what comes after it.
    write_text(folder_ / "scenes/long.toml", "# A sentence\n# over two lines. And more.\n# Even more.\n\n# No.\n");
    const auto json = nlohmann::json::parse(tulle({"list", "scenes", "--json"}).out);
    const auto entry = std::ranges::find_if(json, [](const auto& scene) { return scene["name"] == "long"; });
    ASSERT_NE(entry, json.end());
    EXPECT_EQ((*entry)["description"], "A sentence over two lines.");
}

TEST_F(ListCommand, FabricsComeWithTheirMassAndFirstComment)
{
    std::filesystem::create_directory(folder_ / "fabrics");
    write_text(folder_ / "fabrics/wrong.toml", "# Nothing.\nname = \"wrong\"\n");
    const std::vector<std::string> lines = lines_of(tulle({"list", "fabrics"}).out);
    const auto has_line = [&](std::string_view begin, std::string_view words) {
        return std::ranges::any_of(lines, [&](const std::string& line) {
            return line.starts_with(begin) && line.find(words) != std::string::npos;
        });
    };
    EXPECT_TRUE(has_line("cotton_broad ", " 124 g/m2  Crisp cotton in plain weave; "));
    EXPECT_TRUE(has_line("wrong ", "cannot be used: fabrics/wrong.toml:"));
    const auto json = nlohmann::json::parse(tulle({"list", "fabrics", "--json"}).out);
    EXPECT_GE(json.size(), 10U);
    for (const auto& fabric : json) {
        if (fabric["name"] == "silk") {
            EXPECT_DOUBLE_EQ(fabric["areal_density"].get<double>(), 0.083);
        }
        if (fabric["name"] == "wrong") {
            EXPECT_FALSE(fabric.contains("areal_density"));
        }
    }
}

}  // namespace
}  // namespace tulle
