#include "contact/rigid/body_resistance.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

constexpr BodyResistance resistance{.stiffness = 2000, .contact_distance = 0.004, .give = 0.006, .zone = 0.003};

TEST(BodyResistance, ForceAndCurvatureAreDerivatives)
{
    // In the spring, in the barrier, and deeper than the barrier ends, as bodies may start.
    for (const double depth : {0.002, 0.0065, 0.0075, 0.009, 0.0098, 0.00999, 0.0105, 0.02}) {
        constexpr double h = 1e-9;
        const double slope = (resistance.energy(depth + h) - resistance.energy(depth - h)) / (2 * h);
        EXPECT_NEAR(slope / resistance.force(depth), 1, 1e-5) << depth;
        const double bend = (resistance.force(depth + h) - resistance.force(depth - h)) / (2 * h);
        EXPECT_NEAR(bend / resistance.curvature(depth), 1, 1e-4) << depth;
    }
}

TEST(BodyResistance, IsASpringUntilTheBarrierBegins)
{
    constexpr double begins = resistance.contact_distance + resistance.give - resistance.zone;
    for (const double depth : {0.0, 0.001, 0.0069}) {
        EXPECT_EQ(resistance.force(depth), resistance.stiffness * depth);
        EXPECT_EQ(resistance.curvature(depth), resistance.stiffness);
    }
    EXPECT_NEAR(resistance.force(begins + 1e-9), resistance.stiffness * begins, 1e-4);
    EXPECT_GT(resistance.force(resistance.contact_distance + 0.99 * resistance.give),
              100 * resistance.stiffness * begins);
}

TEST(BodyResistance, MotionLeavesPartOfTheBarrier)
{
    for (const double distance : {0.01, 0.0, -0.002, -0.004, -0.0059}) {
        const double least = resistance.least_distance(distance);
        EXPECT_GT(resistance.left(least), 0) << distance;
        EXPECT_LE(least, distance) << distance;
    }
}

}  // namespace
}  // namespace tulle
