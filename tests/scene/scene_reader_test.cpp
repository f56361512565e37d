#include "scene/scene_reader.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// A reader of one text, and what it found.
struct Reading {
    explicit Reading(std::string text) : document(std::move(text), "s"), in(document, findings) {}

    /// The only problem's text; empty when there is none.
    std::string problem() const
    {
        EXPECT_LE(findings.problems.size(), 1);
        return findings.problems.empty() ? "" : findings.problems[0].text();
    }

    SceneDocument document;
    SceneFindings findings;
    SceneReader in;
};

std::string number_problem(const std::string& value, Range range, std::string_view unit)
{
    Reading reading("k = " + value);
    double x = 7;
    const bool sound = reading.in.number("k", x, unit, range);
    EXPECT_EQ(sound, reading.findings.problems.empty());
    EXPECT_EQ(x == 7, !sound);
    return reading.problem();
}

TEST(SceneReader, HoldsNumbersToTypeAndRange)
{
    EXPECT_EQ(number_problem("2", greater_than(0), "m"), "");
    EXPECT_EQ(number_problem("0.5", greater_than(0), "m"), "");
    EXPECT_EQ(number_problem("0", at_least(0), "m"), "");
    EXPECT_EQ(number_problem("0", greater_than(0), "m"), "s:1:5: k: expected a number > 0 m, found 0");
    EXPECT_EQ(number_problem("-0.15", at_least(0), ""), "s:1:5: k: expected a number >= 0, found -0.15");
    EXPECT_EQ(number_problem("3", between(0, 1), "m"), "s:1:5: k: expected a number from 0 to 1 m, found 3");
    EXPECT_EQ(number_problem("nan", any_number, "s"), "s:1:5: k: expected a number in s, found nan");
    EXPECT_EQ(number_problem("inf", greater_than(0), ""), "s:1:5: k: expected a number > 0, found inf");
    EXPECT_EQ(number_problem("-inf", any_number, ""), "s:1:5: k: expected a number, found -inf");
    EXPECT_EQ(number_problem("\"2\"", any_number, "m"), "s:1:5: k: expected a number in m, found \"2\"");
    EXPECT_EQ(number_problem("true", any_number, "m"), "s:1:5: k: expected a number in m, found true");
    EXPECT_EQ(number_problem("[1]", any_number, "m"), "s:1:5: k: expected a number in m, found [1]");
    EXPECT_EQ(number_problem("{ a = 1 }", any_number, "m"), "s:1:5: k: expected a number in m, found a table");
}

TEST(SceneReader, HoldsBooleansToTheirType)
{
    const auto read = [](const std::string& text, bool value) {
        Reading reading(text);
        const bool before = value;
        const bool sound = reading.in.boolean("k", value);
        EXPECT_EQ(sound, text != "" && reading.findings.problems.empty());
        EXPECT_TRUE(sound || value == before);
        return reading.problem() + (value ? "true" : "false");
    };
    EXPECT_EQ(read("k = true", false), "true");
    EXPECT_EQ(read("k = false", true), "false");
    EXPECT_EQ(read("", true), "true");
    EXPECT_EQ(read("k = 1", false), "s:1:5: k: expected true or false, found 1false");
    EXPECT_EQ(read("k = \"yes\"", false), "s:1:5: k: expected true or false, found \"yes\"false");
}

std::string integer_problem(const std::string& value)
{
    Reading reading("k = " + value);
    int x = 7;
    const bool was_read = reading.in.integer("k", x, at_least(1));
    EXPECT_EQ(was_read, reading.findings.problems.empty());
    return reading.problem();
}

TEST(SceneReader, HoldsIntegersToTypeAndRange)
{
    EXPECT_EQ(integer_problem("1"), "");
    EXPECT_EQ(integer_problem("0"), "s:1:5: k: expected an integer >= 1, found 0");
    EXPECT_EQ(integer_problem("1.0"), "s:1:5: k: expected an integer >= 1, found 1");
    EXPECT_EQ(integer_problem("3000000000"), "s:1:5: k: expected an integer >= 1, found 3000000000");
}

std::string vector_problem(const std::string& value)
{
    Reading reading("k = " + value);
    Vec3 x(7, 7, 7);
    const bool sound = reading.in.vector("k", x, "m", greater_than(0));
    EXPECT_EQ(sound, reading.findings.problems.empty());
    EXPECT_EQ(x == Vec3(7, 7, 7), !sound) << "a half-read vector";
    return reading.problem();
}

TEST(SceneReader, HoldsVectorsToLengthTypeAndRange)
{
    EXPECT_EQ(vector_problem("[1, 2.5, 3]"), "");
    EXPECT_EQ(vector_problem("[1, 2]"), "s:1:5: k: expected 3 numbers > 0 m, found [1, 2]");
    EXPECT_EQ(vector_problem("[1, 2, 3, 4]"), "s:1:5: k: expected 3 numbers > 0 m, found [1, 2, 3, 4]");
    EXPECT_EQ(vector_problem("[1, 2, 0]"), "s:1:5: k: expected 3 numbers > 0 m, found [1, 2, 0]");
    EXPECT_EQ(vector_problem("[1, 2, nan]"), "s:1:5: k: expected 3 numbers > 0 m, found [1, 2, nan]");
    EXPECT_EQ(vector_problem("[1, \"2\", 3]"), "s:1:5: k: expected 3 numbers > 0 m, found [1, \"2\", 3]");
    EXPECT_EQ(vector_problem("1"), "s:1:5: k: expected 3 numbers > 0 m, found 1");
}

TEST(SceneReader, HoldsDirectionsToALength)
{
    for (const char* value : {"[0, 0, 0]", "[0, 0]", "[0, 0, nan]", "[1e-200, 0, 0]", "[1e200, 0, 0]", "\"z\""}) {
        Reading reading(std::string("k = ") + value);
        Vec3 x(1, 0, 0);
        EXPECT_FALSE(reading.in.direction("k", x)) << value;
        EXPECT_TRUE(reading.problem().starts_with("s:1:5: k: expected a direction")) << reading.problem();
        EXPECT_EQ(x, Vec3(1, 0, 0));
    }
    Reading reading("k = [0, 2, 0]");
    Vec3 x(1, 0, 0);
    EXPECT_TRUE(reading.in.direction("k", x));
    EXPECT_EQ(x, Vec3(0, 2, 0));
}

TEST(SceneReader, SuggestsTheWordThatWasMeant)
{
    Reading near("k = \"direkt\"");
    SolverMethod method = SolverMethod::cg;
    EXPECT_FALSE(near.in.choice("k", method, solver_methods));
    EXPECT_EQ(near.problem(),
              "s:1:5: k: expected one of \"auto\", \"cg\", \"direct\", found \"direkt\"; did you mean \"direct\"?");
    Reading far("k = \"multigrid\"");
    EXPECT_FALSE(far.in.choice("k", method, solver_methods));
    EXPECT_EQ(far.problem(), "s:1:5: k: expected one of \"auto\", \"cg\", \"direct\", found \"multigrid\"");
    Reading right("k = \"direct\"");
    EXPECT_TRUE(right.in.choice("k", method, solver_methods));
    EXPECT_EQ(method, SolverMethod::direct);
}

TEST(SceneReader, HoldsNamesToPlainLetters)
{
    for (const char* value : {"\"\"", "\"a b\"", "\"a/b\"", "\"a.b\"", "3", "\"\\u0007\""}) {
        Reading reading(std::string("k = ") + value);
        std::string x = "old";
        EXPECT_FALSE(reading.in.name("k", x)) << value;
        EXPECT_EQ(x, "old");
    }
}

TEST(SceneReader, ReportsEachWrongMemberOfAList)
{
    Reading reading("k = [\"obj\", \"ojb\", \"obj\", 3]\nn = [0, -1, 2.5]");
    std::vector<std::string> words;
    std::vector<int> integers;
    EXPECT_FALSE(reading.in.word_list("k", words, {"obj", "ply"}));
    EXPECT_FALSE(reading.in.integer_list("n", integers));
    std::vector<std::string> lines;
    for (const Problem& problem : reading.findings.problems) lines.push_back(problem.text());
    EXPECT_EQ(
        lines,
        (std::vector<std::string>{
            "s:1:13: k[1]: expected one of \"obj\", \"ply\", found \"ojb\"; did you mean \"obj\"?",
            "s:1:20: k[2]: \"obj\" is in the list already", "s:1:27: k[3]: expected one of \"obj\", \"ply\", found 3",
            "s:2:9: n[1]: expected an integer >= 0, found -1", "s:2:13: n[2]: expected an integer >= 0, found 2.5"}));
}

TEST(SceneReader, ShortensWhatItFound)
{
    Reading reading("k = \"" + std::string(1000, 'x') + "\"");
    double x = 0;
    EXPECT_FALSE(reading.in.number("k", x, "", any_number));
    EXPECT_LT(reading.problem().size(), 120);
}

}  // namespace
}  // namespace tulle
