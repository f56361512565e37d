#include "materials/tension_curve.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tulle {
namespace {

// Soft in compression, slack up to 2 % strain, then stiff.
const std::vector<CurvePoint> points{{-0.2, -1}, {0, 0}, {0.02, 0}, {0.1, 4}};

double tension(const TensionCurve& curve, double strain)
{
    const TensionCurve::Piece& p = curve.piece(curve.piece_at(strain));
    return p.tension + p.slope * (strain - p.strain);
}

TEST(TensionCurve, PassesThroughItsPointsAndGoesOnBeyondThem)
{
    const TensionCurve curve(points);
    EXPECT_EQ(curve.size(), 3);
    for (const CurvePoint& point : points) EXPECT_DOUBLE_EQ(tension(curve, point.strain), point.tension);
    EXPECT_DOUBLE_EQ(tension(curve, -0.1), -0.5);
    EXPECT_DOUBLE_EQ(tension(curve, 0.01), 0);
    EXPECT_NEAR(tension(curve, 0.2), 9, 1e-12);
    EXPECT_NEAR(tension(curve, -0.4), -2, 1e-12);
}

TEST(TensionCurve, WorkIsTheIntegralOfTheTension)
{
    const TensionCurve curve(points);
    EXPECT_EQ(curve.work(0), 0);
    constexpr double width = 1e-4;
    for (double strain = -0.35; strain < 0.25; strain += 0.0137) {
        const double slope = (curve.work(strain + width) - curve.work(strain - width)) / (2 * width);
        EXPECT_NEAR(slope, tension(curve, strain), 3e-3) << strain;  // a kink within the width costs this
        EXPECT_GE(curve.work(strain), 0);
    }
    EXPECT_NEAR(curve.work(0.1), 0.5 * 0.08 * 4, 1e-15);
}

TEST(TensionCurve, SaysWhatIsWrongWithPoints)
{
    const auto problem = [](std::vector<CurvePoint> p) { return curve_problem(p); };
    EXPECT_EQ(problem(points), "");
    EXPECT_EQ(problem({{0, 0}}), "expected at least 2 points, found 1");
    EXPECT_EQ(problem({{0, 0}, {0, 1}}), "point 1 does not have a greater strain than the one before");
    EXPECT_EQ(problem({{0, 0}, {0.1, 1}, {0.2, 0.5}}),
              "point 2 has a smaller tension than the one before: such a spring would be unstable");
    EXPECT_EQ(problem({{-1.5, -1}, {0, 0}}), "point 0 has a strain <= -1, which leaves no length");
    EXPECT_EQ(problem({{0.1, 0}, {0.2, 1}}), "the point [0, 0] is missing: a spring at its rest length has no tension");
    EXPECT_EQ(problem({{0, 0}, {std::numeric_limits<double>::infinity(), 1}}), "point 1 is not finite");
}

}  // namespace
}  // namespace tulle
