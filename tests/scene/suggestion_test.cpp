#include "scene/suggestion.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tulle {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsChangesAndSwaps)
{
    EXPECT_EQ(edit_distance("", ""), 0);
    EXPECT_EQ(edit_distance("grid", "grid"), 0);
    EXPECT_EQ(edit_distance("", "grid"), 4);
    EXPECT_EQ(edit_distance("grd", "grid"), 1);
    EXPECT_EQ(edit_distance("griid", "grid"), 1);
    EXPECT_EQ(edit_distance("grad", "grid"), 1);
    EXPECT_EQ(edit_distance("gird", "grid"), 1);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(EditDistance, IsSymmetricAndZeroOnlyForEqualWords)
{
    constexpr std::array<std::string_view, 5> words{"dt", "duration", "density", "drag_coefficient", "damping_kind"};
    for (const auto a : words)
        for (const auto b : words) {
            EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
            EXPECT_EQ(edit_distance(a, b) == 0, a == b);
        }
}

TEST(Suggest, FindsTheNearestAndKeepsQuietWhenNothingIsNear)
{
    constexpr std::array<std::string_view, 4> keys{"stretch_stiffness", "stretch_damping", "dt", "tolerance"};
    EXPECT_EQ(suggest("stretch_stiffnes", keys), "stretch_stiffness");
    EXPECT_EQ(suggest("stretch_dampnig", keys), "stretch_damping");
    EXPECT_EQ(suggest("td", keys), "dt");
    EXPECT_EQ(suggest("tol", keys), std::nullopt);
    EXPECT_EQ(suggest("wind", keys), std::nullopt);
    EXPECT_EQ(suggest("", keys), std::nullopt);
    // Two of two letters wrong is another word.
    EXPECT_EQ(suggest("xy", keys), std::nullopt);
}

TEST(Suggest, TakesCapitalsForTheSameLetters)
{
    constexpr std::array<std::string_view, 3> keys{"ET", "EMT", "force"};
    EXPECT_EQ(suggest("emt", keys), "EMT");
    EXPECT_EQ(suggest("Force", keys), "force");
}

TEST(Suggest, PrefersTheFirstOfEquallyNearWords)
{
    constexpr std::array<std::string_view, 2> keys{"min-max", "max-max"};
    EXPECT_EQ(suggest("mix-max", keys), "min-max");
}

}  // namespace
}  // namespace tulle
