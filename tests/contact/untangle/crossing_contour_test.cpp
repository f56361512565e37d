// Contours along which surfaces cross: how they hang together, and how long they are when something moves.

#include "contact/untangle/crossing_contour.hpp"

#include "contact/untangle/separation_direction.hpp"
#include "tangled_surfaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

using testing::MadeSurface;

/// A sheet that is steeper than most slopes are held at, through one that is nearly flat; both uneven.
MadeSurface uneven_crossing()
{
    MadeSurface made;
    testing::RandomValues random(5);
    testing::add_sheet(made, 0, 0.2, [&](double u, double v) { return Vec3(u, v, random.number(-0.003, 0.003)); });
    testing::add_sheet(made, 1, 0.2, [&](double u, double v) {
        return Vec3(0.15 + 0.4 * u, v + 0.011, 0.4 * (u - 0.26) + random.number(-0.003, 0.003));
    });
    return made;
}

CrossingContours contours_of(const MadeSurface& made, const std::vector<Vec3>& x)
{
    const SurfaceView view{x, made.faces};
    return find_contours(view, find_surface_crossings(view));
}

/// By central differences.
double measured_growth(const MadeSurface& made, const std::vector<Vec3>& direction)
{
    constexpr double part = 1e-7;
    std::vector<Vec3> ahead = made.x, behind = made.x;
    for (std::size_t i = 0; i < direction.size(); ++i) {
        ahead[i] += part * direction[i];
        behind[i] -= part * direction[i];
    }
    return (contours_of(made, ahead).length - contours_of(made, behind).length) / (2 * part);
}

TEST(CrossingContour, GrowsByWhatPullsAtItsPoints)
{
    const MadeSurface made = uneven_crossing();
    const CrossingContours contours = contours_of(made, made.x);
    ASSERT_GT(contours.piercings.size(), 50U);
    std::vector<Vec3> pull(made.x.size(), Vec3::Zero());
    for (const Piercing& piercing : contours.piercings) {
        ASSERT_LT(std::abs(piercing.slope), Piercing::steepest) << "or it is not the gradient";
        pull[piercing.edge[0]] += (1 - piercing.at) * piercing.pull_at_edge();
        pull[piercing.edge[1]] += piercing.at * piercing.pull_at_edge();
        for (int k = 0; k < 3; ++k) pull[made.faces[piercing.face][k]] += piercing.weights[k] * piercing.pull_at_face();
    }
    testing::RandomValues random(9);
    for (int trial = 0; trial < 10; ++trial) {
        double growth = 0;
        std::vector<Vec3> direction;
        for (std::size_t i = 0; i < made.x.size(); ++i) {
            direction.push_back(random.vector());
            growth -= pull[i].dot(direction[i]);
        }
        // Of differences over 1e-7 of a length of 0.5 m some 1e-8 is rounding, and curvature adds as much.
        EXPECT_NEAR(measured_growth(made, direction), growth, 1e-5 * std::max(1.0, std::abs(growth)));
    }
}

/// Half of the vector of the paper, where both sheets share the way.
TEST(CrossingContour, GrowsByHalfTheSumWhereOneSheetMovesAgainstTheOther)
{
    const MadeSurface made = uneven_crossing();
    const CrossingContours contours = contours_of(made, made.x);
    ASSERT_EQ(contours.contours.size(), 1U);
    const int first = contours.piercings[contours.contours[0].piercings[0]].edge[0];
    const bool first_is_lower = first < static_cast<int>(made.x.size() / 2);
    const Vec3 pull = (first_is_lower ? 1 : -1) * shortening_direction(contours, contours.contours[0]).direction;
    testing::RandomValues random(2);
    for (int trial = 0; trial < 5; ++trial) {
        const Vec3 way = random.vector();
        std::vector<Vec3> direction(made.x.size(), 0.5 * way);
        std::fill(direction.begin() + static_cast<std::ptrdiff_t>(made.x.size() / 2), direction.end(), -0.5 * way);
        EXPECT_NEAR(measured_growth(made, direction), -0.5 * pull.dot(way), 1e-5 * std::max(1.0, pull.norm()));
    }
}

TEST(CrossingContour, HangsTogetherAndEndsAtBorders)
{
    for (const testing::TangledCase& given : testing::tangled_cases(0.2)) {
        SCOPED_TRACE(given.name);
        const CrossingContours contours = contours_of(given.made, given.made.x);
        const auto ends = std::ranges::count(contours.piercings, 1, &Piercing::beside);
        if (given.name == "a dip through the cloth below") {
            EXPECT_EQ(contours.contours.size(), 1U);
            EXPECT_EQ(ends, 0) << "it is closed";
        }
        if (given.name == "all across" || given.name == "half through, over the border") {
            EXPECT_EQ(contours.contours.size(), 1U);
            EXPECT_EQ(ends, 2);
        }
        if (given.name == "two in one place") {
            EXPECT_GT(contours.flat.size(), 1000U);
        }
        std::size_t count = 0;
        for (const Contour& contour : contours.contours) count += contour.piercings.size();
        EXPECT_EQ(count, contours.piercings.size()) << "each is of one contour";
    }
}

}  // namespace
}  // namespace tulle
