#include "scene/measured_loop_check.hpp"

#include "fabric_sample.hpp"

#include <fmt/format.h>

namespace tulle {
namespace {

class MeasuredLoopCheck : public FabricFolder {
protected:
    /// The sample with points in place of the numbers of a table.
    [[nodiscard]] static std::string with_points(std::string_view numbers, const std::string& loading,
                                                 const std::string& unloading)
    {
        return sample_with(numbers, fmt::format("loading = {}\nunloading = {}\n", loading, unloading));
    }

    [[nodiscard]] Lines tension_problems(const std::string& loading, const std::string& unloading) const
    {
        return fabric_problems(with_points("EMT = 4.5\nLT = 0.6\nRT = 60\nforce = 400\n", loading, unloading));
    }
    [[nodiscard]] Lines bending_problems(const std::string& loading, const std::string& unloading) const
    {
        return fabric_problems(with_points("B = 0.1\n2HB = 0.05\n", loading, unloading));
    }
};

TEST_F(MeasuredLoopCheck, PointsAreReadInTheUnitsOfTheFile)
{
    const FabricDescription read = fabric(with_points("EMT = 4.5\nLT = 0.6\nRT = 60\nforce = 400\n",
                                                      "[[0, 0], [\"2 %\", 100], [4, \"500 gf/cm\"]]",
                                                      "[[0, 0], [1, 0], [3, 100], [4, 500]]\nreversal = 1000"));
    const auto& loop = std::get<MeasuredLoop>(read.warp.tension);
    ASSERT_EQ(loop.loading.size(), 3U);
    EXPECT_DOUBLE_EQ(loop.loading[1].at, 0.02);
    EXPECT_DOUBLE_EQ(loop.loading[1].value, 98.0665);
    EXPECT_DOUBLE_EQ(loop.loading[2].value, 490.3325);
    EXPECT_DOUBLE_EQ(loop.unloading[1].at, 0.01);
    EXPECT_DOUBLE_EQ(loop.reversal.value(), 98066.5);  // gf/cm per percent
}

TEST_F(MeasuredLoopCheck, UnloadingAboveLoadingIsRefusedWhereItIs)
{
    EXPECT_EQ(
        tension_problems("[[0, 0], [2, 100], [4, 500]]", "[[0, 0], [2, 20], [3, 350], [4, 500]]"),
        Lines{"f.toml:10:31: warp.tension.unloading[2]: the unloading branch is above the loading one at 3 %: 350 "
              "gf/cm against 300 gf/cm; a fabric cannot give back more than was put in"});
    // Between points of its own, at one of the other branch.
    EXPECT_EQ(
        tension_problems("[[0, 0], [2, 100], [4, 500]]", "[[0, 0], [4, 500]]"),
        Lines{"f.toml:10:14: warp.tension.unloading[0]: the unloading branch is above the loading one at 2 %: 250 "
              "gf/cm against 100 gf/cm; a fabric cannot give back more than was put in"});
}

TEST_F(MeasuredLoopCheck, PointsGoUpwardsAndBranchesDoNotFall)
{
    EXPECT_EQ(tension_problems("[[0, 0], [2, 100], [2, 500]]", "[[0, 0], [2, 500]]"),
              Lines{"f.toml:9:30: warp.tension.loading[2]: points must go upwards: 2 % comes after 2 %; the loading "
                    "branch too is written from the lowest to the highest"});
    EXPECT_EQ(
        tension_problems("[[0, 0], [4, 500]]", "[[4, 500], [0, 0]]"),
        Lines{"f.toml:10:24: warp.tension.unloading[1]: points must go upwards: 0 % comes after 4 %; the unloading "
              "branch too is written from the lowest to the highest"});
    EXPECT_EQ(
        tension_problems("[[0, 0], [2, 100], [4, 90]]", "[[0, 0], [4, 90]]"),
        Lines{"f.toml:9:30: warp.tension.loading[2]: the loading branch falls, from 100 gf/cm at 2 % to 90 gf/cm at "
              "4 %; a fabric resists more the further it is deformed"});
}

TEST_F(MeasuredLoopCheck, TensionStartsAtRestAndBothBranchesGoAsFar)
{
    const std::string start =
        "expected [0, 0] as the first point: the test starts with a fabric at rest. Where it comes "
        "back longer than it was, the unloading branch stays at 0 up to there";
    EXPECT_EQ(tension_problems("[[0.1, 0], [4, 500]]", "[[0, 0], [4, 500]]"),
              Lines{"f.toml:9:12: warp.tension.loading[0]: " + start});
    EXPECT_EQ(tension_problems("[[0, 0], [4, 500]]", "[[1, 0], [4, 500]]"),
              Lines{"f.toml:10:14: warp.tension.unloading[0]: " + start});
    EXPECT_EQ(tension_problems("[[0, 0], [4, 500]]", "[[0, 0], [3, 100]]"),
              Lines{"f.toml:10:13: warp.tension.unloading: expected points from 0 % to 4 %, as far as loading goes"});
    EXPECT_EQ(tension_problems("[[0, 0]]", "[[0, 0], [3, 100]]"),
              Lines{"f.toml:9:11: warp.tension.loading: expected at least 2 points"});
    EXPECT_EQ(
        tension_problems("[[0, 0], [4, 500, 3]]", "[[0, 0], [3, 100]]"),
        Lines{"f.toml:9:20: warp.tension.loading[1]: expected a point [strain in %, tension in gf/cm], found [4, 500, "
              "3]"});
}

TEST_F(MeasuredLoopCheck, PointsAndNumbersExcludeEachOther)
{
    EXPECT_EQ(
        fabric_problems(sample_with("B = 0.1\n",
                                    "B = 0.1\nloading = [[0, 0.1], [2, 0.5]]\nunloading = [[0, -0.1], "
                                    "[2, 0.4]]\n")),
        (Lines{"f.toml:15:5: warp.bending.B: loading and unloading say it all: give points or the numbers of the "
               "Kawabata system",
               "f.toml:18:7: warp.bending.2HB: loading and unloading say it all: give points or the numbers of the "
               "Kawabata system"}));
    EXPECT_EQ(
        fabric_problems(sample_with("B = 0.1\n2HB = 0.05\n", "loading = [[0, 0.1], [2, 0.5]]\n")),
        Lines{"f.toml:14:1: warp.bending.unloading: missing; expected a list of points [curvature in 1/cm, bending "
              "moment in gf cm/cm]; a fabric that gives everything back has the points of loading here"});
}

TEST_F(MeasuredLoopCheck, PointsInTheOtherSystemAreSeenByTheOutermost)
{
    EXPECT_EQ(
        bending_problems("[[0, 0.1], [50, 0.2], [250, 0.5]]", "[[0, -0.1], [250, 0.4]]"),
        (Lines{"f.toml:15:34: warp.bending.loading[2][0]: found 250: units = \"KES\" makes that curvature in 1/cm, and "
               "fabrics have 0.2 to 10; it would do in SI, 1/m. If it is meant, write it as a text with its unit",
               "f.toml:16:26: warp.bending.unloading[1][0]: found 250: units = \"KES\" makes that curvature in 1/cm, "
               "and fabrics have 0.2 to 10; it would do in SI, 1/m. If it is meant, write it as a text with its "
               "unit"}));
}

TEST_F(MeasuredLoopCheck, TheHalfOfALoopIsMirrored)
{
    const std::string loading = "[[0, 0.1], [1, 0.25], [2.5, 0.4]]";
    const std::string unloading = "[[0, -0.1], [2, 0.2], [2.5, 0.4]]";
    const auto loop =
        std::get<MeasuredLoop>(fabric(with_points("B = 0.1\n2HB = 0.05\n", loading, unloading)).warp.bending);
    // The same as given on both sides: seen from the other end, loading is unloading.
    const auto whole = std::get<MeasuredLoop>(
        fabric(with_points("B = 0.1\n2HB = 0.05\n", "[[-2.5, -0.4], [-2, -0.2], [0, 0.1], [1, 0.25], [2.5, 0.4]]",
                           "[[-2.5, -0.4], [-1, -0.25], [0, -0.1], [2, 0.2], [2.5, 0.4]]"))
            .warp.bending);
    for (const auto branch : {&MeasuredLoop::loading, &MeasuredLoop::unloading}) {
        ASSERT_EQ((loop.*branch).size(), (whole.*branch).size());
        for (std::size_t i = 0; i < (loop.*branch).size(); ++i) {
            EXPECT_DOUBLE_EQ((loop.*branch)[i].at, (whole.*branch)[i].at);
            EXPECT_DOUBLE_EQ((loop.*branch)[i].value, (whole.*branch)[i].value);
        }
    }
    EXPECT_EQ(loop.loading.front().at, -250);
}

TEST_F(MeasuredLoopCheck, AHalfThatCannotBeMirroredIsRefused)
{
    EXPECT_EQ(
        bending_problems("[[0, 0], [2.5, 0.4]]", "[[0, -0.1], [2.5, 0.4]]"),
        Lines{"f.toml:15:12: warp.bending.loading[0]: points from 0 on are mirrored, and for that the branches must be "
              "opposite at 0 (h and -h), found 0 gf cm/cm and -0.1 gf cm/cm: give the closed loop, not the first "
              "rise from rest, or points on both sides of 0"});
    EXPECT_EQ(
        bending_problems("[[0.5, 0], [2.5, 0.4]]", "[[0.5, -0.1], [2.5, 0.4]]"),
        Lines{"f.toml:15:12: warp.bending.loading[0]: expected points on both sides of 0, or from 0 on, which are "
              "mirrored"});
}

}  // namespace
}  // namespace tulle
