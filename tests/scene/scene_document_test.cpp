#include "scene/scene_document.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

constexpr const char* commented_scene = R"(# comment
[integrator]
dt = 0.01

[[cloth]]
mesh = "a.obj"
pin = [{ indices = [1, 2] }]
)";

TEST(SceneDocument, FindsThePlaceOfAPath)
{
    const SceneDocument document(commented_scene, "s.toml");
    const auto place = [&](const std::string& path) { return document.problem_at(path, "!").text(); };
    EXPECT_EQ(place("integrator.dt"), "s.toml:3:6: integrator.dt: !");
    EXPECT_EQ(place("cloth[0].pin[0].indices[1]"), "s.toml:7:24: cloth[0].pin[0].indices[1]: !");
    // What is not there is placed where it should be.
    EXPECT_EQ(place("integrator.method"), "s.toml:2:1: integrator.method: !");
    EXPECT_EQ(place("cloth[0].grid.size"), "s.toml:5:1: cloth[0].grid.size: !");
    EXPECT_EQ(place("cloth[7]"), "s.toml:5:1: cloth[7]: !");
    EXPECT_EQ(place("air.wind"), "s.toml:1:1: air.wind: !");
}

TEST(SceneDocument, ReportsBrokenTomlWithItsPlace)
{
    try {
        const SceneDocument document("[simulation]\nfps = = 3\n", "s.toml");
        FAIL() << "read broken TOML";
    } catch (const InputError& error) {
        ASSERT_EQ(error.problems().size(), 1);
        EXPECT_EQ(error.problems()[0].file, "s.toml");
        EXPECT_EQ(error.problems()[0].line, 2);
        EXPECT_EQ(error.problems()[0].column, 7);
        EXPECT_FALSE(error.problems()[0].message.empty());
    }
}

TEST(SceneDocument, HintsAtDecimalCommas)
{
    const auto message_of = [](const std::string& text) -> std::string {
        try {
            SceneDocument(text, "s");
        } catch (const InputError& error) {
            return error.problems()[0].text();
        }
        return "";
    };
    EXPECT_TRUE(message_of("[simulation]\nduration = 1,6   # s\n").starts_with("s:2:"));
    EXPECT_TRUE(message_of("[simulation]\nduration = 1,6   # s\n").ends_with("; numbers have a point, as in 1.6"));
    EXPECT_TRUE(message_of("x = -0,25").ends_with("as in -0.25"));
    EXPECT_EQ(message_of("x = 1 6").find("point"), std::string::npos);
    EXPECT_EQ(message_of("x = ,6").find("point"), std::string::npos);
    EXPECT_EQ(message_of("x = [1,6] y").find("point"), std::string::npos);
}

TEST(SceneDocument, KeepsTheTextWhileNothingChanges)
{
    SceneDocument document(commented_scene, "s.toml");
    EXPECT_EQ(document.text(), commented_scene);
    document.replace_string("cloth[0].mesh", "a.obj");
    EXPECT_EQ(document.text(), commented_scene);
    document.replace_string("cloth[0].mesh", "/b.obj");
    EXPECT_EQ(document.text(),
              "[integrator]\ndt = 0.01\n\n[[cloth]]\nmesh = \"/b.obj\"\npin = [{ indices = [1, 2] }]\n");
}

TEST(SceneDocument, SortsProblemsByPlaceAndOthersLast)
{
    const SceneDocument document(commented_scene, "s.toml");
    std::vector<Problem> problems{{.file = "--set b", .message = "1"},
                                  {.file = "s.toml", .line = 7, .column = 2, .message = "2"},
                                  {.file = "--set a", .message = "3"},
                                  {.file = "s.toml", .line = 7, .column = 1, .message = "4"},
                                  {.file = "s.toml", .line = 3, .column = 9, .message = "5"}};
    document.sort(problems);
    std::string order;
    for (const Problem& problem : problems) order += problem.message;
    EXPECT_EQ(order, "54213");
}

}  // namespace
}  // namespace tulle
