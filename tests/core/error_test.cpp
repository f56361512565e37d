#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tulle {
namespace {

TEST(Problem, TextNamesPlaceKeyAndMistakeInThatOrder)
{
    const Problem problem{.file = "flag.toml",
                          .line = 14,
                          .column = 7,
                          .key = "cloth[0].areal_density",
                          .message = "expected a number > 0 kg/m^2, found -0.15"};
    EXPECT_EQ(problem.text(), "flag.toml:14:7: cloth[0].areal_density: expected a number > 0 kg/m^2, found -0.15");
}

TEST(Problem, TextLeavesOutWhatIsUnknown)
{
    EXPECT_EQ((Problem{.message = "no cloth"}.text()), "no cloth");
    EXPECT_EQ((Problem{.key = "cloth", .message = "missing"}.text()), "cloth: missing");
    EXPECT_EQ((Problem{.file = "a.obj", .message = "empty"}.text()), "a.obj: empty");
    EXPECT_EQ((Problem{.file = "a.obj", .line = 3, .message = "empty"}.text()), "a.obj:3: empty");
}

TEST(Problem, AColumnWithoutItsLineAndAPlaceWithoutAFileSayNothing)
{
    EXPECT_EQ((Problem{.file = "a.obj", .column = 3, .message = "empty"}.text()), "a.obj: empty");
    EXPECT_EQ((Problem{.line = 2, .column = 3, .message = "empty"}.text()), "empty");
}

TEST(InputError, TellsEveryProblemOnALineOfItsOwn)
{
    const InputError error(std::vector<Problem>{{.file = "a.toml", .line = 1, .message = "first"},
                                                {.file = "a.toml", .line = 2, .key = "fps", .message = "second"}});
    EXPECT_EQ(std::string(error.what()), "a.toml:1: first\na.toml:2: fps: second");
    ASSERT_EQ(error.problems().size(), 2U);
    EXPECT_EQ(error.problems()[0].message, "first");
    EXPECT_EQ(error.problems()[1].key, "fps");
}

TEST(InputError, OfOneProblemReadsLikeThatProblem)
{
    const Problem problem{.file = "a.toml", .line = 1, .column = 2, .key = "fps", .message = "found 0"};
    const InputError error(problem);
    EXPECT_EQ(error.what(), problem.text());
    EXPECT_EQ(error.problems().size(), 1U);
}

}  // namespace
}  // namespace tulle
