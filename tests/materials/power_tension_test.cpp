#include "materials/hysteresis_loop.hpp"
#include "materials/kes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

constexpr double extension = 0.05;  // EMT
const PowerTension sample{.stretch = stretch_through(extension, greatest_pull), .compression = 3000};

/// Energy, force and slope of the formulas; between points of the table the law is straight.
TEST(PowerTension, CubicWhenStretchedAndQuinticWhenCompressed)
{
    const MeasuredLoop loop = loop_of(sample);
    ASSERT_EQ(loop_problem(loop), "");
    const HysteresisLoop law(loop);
    for (const double strain : {0.01, 0.04, 0.05, 0.09}) {
        EXPECT_NEAR(law.middle(strain), sample.stretch * strain * strain, 0.13);
        EXPECT_NEAR(law.energy(strain, 0), sample.stretch / 3 * std::pow(strain, 3), 0.13 * strain);
    }
    for (const double strain : {-0.1, -0.3, -0.5, -0.9}) {
        EXPECT_NEAR(law.middle(strain), -sample.compression * std::pow(strain, 4), 1.0);
        EXPECT_NEAR(law.energy(strain, 0), sample.compression / 5 * std::pow(-strain, 5), -strain);
        EXPECT_GT(law.energy(strain, 0), 0);
    }
    for (const double strain : {-0.9, -0.4, 0.02, 0.08}) {
        const double h = 1e-3;
        const double expected =
            strain > 0 ? 2 * sample.stretch * strain : -4 * sample.compression * std::pow(strain, 3);
        EXPECT_NEAR((law.middle(strain + h) - law.middle(strain - h)) / (2 * h), expected, 0.07 * expected);
    }
    EXPECT_EQ(law.middle(0), 0);
}

TEST(PowerTension, ReachesTheGreatestForceAtEmtAndLosesNothing)
{
    const HysteresisLoop law(loop_of(sample));
    EXPECT_NEAR(law.middle(extension), greatest_pull, 1e-9 * greatest_pull);
    for (const double strain : {-0.5, 0.0, 0.03, 0.2}) EXPECT_EQ(law.half_width(strain), 0);
    // What the test reads off a parabola: LT 2/3, and all of the work comes back.
    std::vector<LoopPoint> pulled;
    for (const LoopPoint& point : loop_of(sample).loading)
        if (point.at >= 0 && point.at <= 1.000001 * extension) pulled.push_back(point);
    const KesTension read = read_tension(pulled, pulled);
    EXPECT_NEAR(read.extension, extension, 1e-12);
    EXPECT_NEAR(read.linearity, 2.0 / 3, 1e-3);
    EXPECT_EQ(read.resilience, 1);
}

}  // namespace
}  // namespace tulle
