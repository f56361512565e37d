#include "scene/scene_document.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

constexpr const char* scene_to_change = R"([integrator]
dt = 0.01
[[cloth]]
name = "flag"
thickness = 0.005
grid = { size = [1, 2] }
[[cloth]]
[[cloth]]
name = "twin"
[[cloth]]
name = "twin"
)";

struct Applied {
    toml::table root;
    std::vector<std::string> problems;
};

Applied apply(const std::vector<std::string>& assignments)
{
    SceneDocument document(scene_to_change, "s.toml");
    std::vector<Problem> problems;
    for (const std::string& assignment : assignments) document.apply_override(assignment, problems);
    Applied result{toml::table(document.root()), {}};
    for (const Problem& problem : problems) result.problems.push_back(problem.text());
    return result;
}

TEST(SceneOverride, ReplacesValuesAtAnyDepth)
{
    const Applied applied = apply({"integrator.dt=0.5", "cloth[0].thickness = 1", "cloth[0].grid.size[1]=3"});
    EXPECT_TRUE(applied.problems.empty());
    EXPECT_EQ(applied.root["integrator"]["dt"].value<double>(), 0.5);
    EXPECT_EQ(applied.root["cloth"][0]["thickness"].value<int>(), 1);
    EXPECT_EQ(applied.root["cloth"][0]["grid"]["size"][1].value<int>(), 3);
}

TEST(SceneOverride, AddsKeysAndTables)
{
    const Applied applied = apply({"solver.method=\"direct\"", "cloth[1].rotation.angle=9"});
    EXPECT_TRUE(applied.problems.empty());
    EXPECT_EQ(applied.root["solver"]["method"].value<std::string>(), "direct");
    EXPECT_EQ(applied.root["cloth"][1]["rotation"]["angle"].value<int>(), 9);
}

TEST(SceneOverride, EntersListsByName)
{
    const Applied applied = apply({"cloth.flag.thickness=2", "cloth.cloth.thickness=3"});
    EXPECT_TRUE(applied.problems.empty());
    EXPECT_EQ(applied.root["cloth"][0]["thickness"].value<int>(), 2);
    EXPECT_EQ(applied.root["cloth"][1]["thickness"].value<int>(), 3);  // unnamed: called after its list
}

TEST(SceneOverride, TakesBareWordsForStringsAndTomlForTheRest)
{
    const Applied applied =
        apply({"a.word=imex-euler", "a.path=../x y.obj", "a.list=[\"a\", 'b']", "a.yes=true", "a.equals=\"a=b\""});
    EXPECT_TRUE(applied.problems.empty());
    EXPECT_EQ(applied.root["a"]["word"].value<std::string>(), "imex-euler");
    EXPECT_EQ(applied.root["a"]["path"].value<std::string>(), "../x y.obj");
    EXPECT_EQ(applied.root["a"]["list"][1].value<std::string>(), "b");
    EXPECT_EQ(applied.root["a"]["yes"].value<bool>(), true);
    EXPECT_EQ(applied.root["a"]["equals"].value<std::string>(), "a=b");
}

TEST(SceneOverride, CannotSmuggleInFurtherKeys)
{
    const Applied applied = apply({"a.x=1\nintegrator.dt = 7"});
    EXPECT_EQ(applied.root["integrator"]["dt"].value<double>(), 0.01);
    EXPECT_TRUE(applied.root["a"]["x"].is_string());
}

TEST(SceneOverride, LastOneWins)
{
    const Applied applied = apply({"integrator.dt=1", "integrator={dt=2}", "integrator.dt=3"});
    EXPECT_EQ(applied.root["integrator"]["dt"].value<int>(), 3);
}

TEST(SceneOverride, ReportsWhatLeadsNowhere)
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"dt", "expected key.path=value"},
        {"integrator.dt=", "integrator.dt: expected a value behind ="},
        {"..=3", "..: expected a key path such as integrator.dt or cloth[0].thickness"},
        {"cloth[4].mass=1", "cloth[4]: the last one is cloth[3]"},
        {"cloth.falg.mass=1", "cloth.falg: no cloth has this name, did you mean cloth.flag?"},
        {"cloth.thickness=1", "cloth.thickness: no cloth has this name; write cloth[0] for the first"},
        {"cloth.twin.mass=1", "cloth.twin: several have this name; write cloth[0] for the first"},
        {"integrator[0]=1", "integrator: is a table and has no index"},
        {"integrator.dt.x=1", "integrator.dt: holds a single value, so integrator.dt.x leads nowhere"},
    };
    for (const auto& [assignment, message] : cases) {
        const Applied applied = apply({assignment});
        EXPECT_EQ(applied.problems, std::vector<std::string>{"--set " + assignment + ": " + message});
    }
}

TEST(SceneOverride, ReportsBrokenToml)
{
    for (const std::string value : {"[1, 2", "\"open", "{ a = }", "'x"}) {
        const Applied applied = apply({"a.b=" + value});
        ASSERT_EQ(applied.problems.size(), 1) << value;
        EXPECT_TRUE(applied.problems[0].starts_with("--set a.b=" + value + ": a.b: expected a TOML value"));
    }
}

TEST(SceneOverride, IsTheOriginOfWhatItBringsIn)
{
    SceneDocument document(scene_to_change, "s.toml");
    std::vector<Problem> problems;
    for (const char* assignment : {"integrator.dt=0", "air.wind=[1,2]", "cloth.flag.mass=1"})
        document.apply_override(assignment, problems);
    const auto place = [&](const std::string& path) { return document.problem_at(path, "!").text(); };
    EXPECT_EQ(place("integrator.dt"), "--set integrator.dt=0: integrator.dt: !");
    EXPECT_EQ(place("air"), "--set air.wind=[1,2]: air: !");
    EXPECT_EQ(place("air.wind[1]"), "--set air.wind=[1,2]: air.wind[1]: !");
    EXPECT_EQ(place("cloth[0].mass"), "--set cloth.flag.mass=1: cloth[0].mass: !");
    EXPECT_EQ(place("cloth[0].thickness"), "s.toml:5:13: cloth[0].thickness: !");
}

}  // namespace
}  // namespace tulle
