#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

constexpr std::string_view free_scene = R"(# A cloth that swings freely.
[simulation]
duration = 0.1
fps = 25

[[cloth]]
grid = { size = [0.4, 0.4], particles = [5, 5] }
areal_density = 0.2
pin = [{ corner = "min-min" }]
)";

class WorkPrecisionCommand : public AppTest {
protected:
    WorkPrecisionCommand() { write_text(folder_ / "free.toml", free_scene); }
};

TEST_F(WorkPrecisionCommand, WritesATableAndAPlotAndNamesTheCheapest)
{
    const Outcome outcome = tulle({"analyze", "work-precision", "free.toml", "--methods", "imex-euler,symplectic-euler",
                                   "--from", "0.02", "--to", "6e-4"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("The cheapest run for each error"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("exploded at dt = 0.02"), std::string::npos) << outcome.out;
    EXPECT_EQ(lines_of(outcome.out).back(), "studies/free-work-precision/work-precision.svg");
    const auto directory = folder_ / "studies/free-work-precision";
    const std::string table = read_text(directory / "work-precision.csv");
    EXPECT_EQ(lines_of(table).size(), 1U + 2 * 6);
    EXPECT_NE(table.find("symplectic-euler,explicit,1,0.02,"), std::string::npos) << table;
    EXPECT_NE(table.find(",exploded,"), std::string::npos) << table;
    const std::string plot = read_text(directory / "work-precision.svg");
    EXPECT_NE(plot.find("imex-euler"), std::string::npos);
    EXPECT_NE(plot.find("exploded at dt"), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(directory / "scene.toml"));
}

TEST_F(WorkPrecisionCommand, JsonGoesWhereItIsAskedFor)
{
    const Outcome outcome =
        tulle({"analyze", "work-precision", "free.toml", "--methods", "symplectic-euler", "--from", "1e-3", "--to",
               "5e-4", "-o", "study", "--set", "cloth[0].areal_density=0.4", "--png", "--json", "--duration", "0.05"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["duration"], 0.05);
    EXPECT_EQ(json["methods"][0]["sweep_runs"].size(), 2U);
    EXPECT_EQ(json["files"][2], "study/work-precision.png");
    EXPECT_TRUE(read_text(folder_ / "study/work-precision.png").starts_with("\x89PNG"));
    EXPECT_NE(read_text(folder_ / "study/scene.toml").find("0.4"), std::string::npos);
}

TEST_F(WorkPrecisionCommand, TheCommandOfTheCheapestRuns)
{
    // The ends of the sweep may come in any order.
    const Outcome study = tulle({"analyze", "work-precision", "free.toml", "--methods", "bdf2", "--from", "1e-3",
                                 "--to", "0.01", "--duration", "0.04", "--set", "cloth[0].grid.particles=[4, 4]"});
    EXPECT_EQ(study.exit_code, 0) << study.err;
    EXPECT_EQ(lines_of(read_text(folder_ / "studies/free-work-precision/work-precision.csv")).size(), 1U + 4);
    const std::vector<std::string> lines = lines_of(study.out);
    const auto command = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
        return line.find("tulle run free.toml") != std::string::npos;
    });
    ASSERT_NE(command, lines.end()) << study.out;
    // Words by a shell's rules, which here are quotes around brackets.
    std::vector<std::string> words{"check"};
    bool quoted = false;
    std::string word;
    for (const char c : command->substr(command->find("free.toml")) + ' ') {
        if (c == '\'')
            quoted = !quoted;
        else if (c != ' ' || quoted)
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    const Outcome check = tulle(words);
    EXPECT_EQ(check.exit_code, 0) << check.err;
    EXPECT_EQ(check.err, "");
    EXPECT_NE(check.out.find("particles  16"), std::string::npos) << check.out;
}

TEST_F(WorkPrecisionCommand, WrongInputIsRefusedBeforeAnythingIsWritten)
{
    const auto refused = [&](std::vector<std::string> more, std::string_view expected) {
        std::vector<std::string> arguments{"analyze", "work-precision"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_refused(arguments, expected);
    };
    refused({"swing.toml"}, "obstacle[0]");
    refused({"free.toml", "--methods", "imex-oiler"}, "did you mean imex-euler?");
    for (const char* wrong : {"0", "inf", "nan", "-1", "1e-300", "half"})
        refused({"free.toml", "--duration", wrong},
                std::string("--duration: expected a number from 1e-06 to 10000 s, found ") + wrong);
    refused({"free.toml", "--from", "nan"}, "--from: expected a number");
    refused({"free.toml", "--budget", "inf"}, "--budget: expected a number");
    refused({"nowhere"}, "nowhere");
    std::filesystem::create_directory(folder_ / "taken");
    write_text(folder_ / "taken/mine.txt", "mine");
    refused({"free.toml", "-o", "taken"}, "taken: is not empty, and studies write over nothing");
}

}  // namespace
}  // namespace tulle
