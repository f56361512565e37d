#include "materials/buckling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr double rigidity = 2e-6;  // N m^2
constexpr double stiffness = 50;   // N/m
constexpr double length = 0.04;    // m

TEST(Buckling, TheInverseOfSincIsExact)
{
    for (double a = 0.02; a < std::numbers::pi; a += 0.01) {
        const double s = std::sin(a) / a;
        // What rounding of s alone does to a.
        const double rounding = 4e-16 * a / std::abs(std::cos(a) - s);
        EXPECT_NEAR(inverse_sinc(s), a, rounding + 1e-15) << a;
    }
    EXPECT_NEAR(inverse_sinc(0), std::numbers::pi, 1e-15);
}

TEST(Buckling, TensionIsTheSlopeOfTheEnergyAndSlopeThatOfTheTension)
{
    const Buckling beam(rigidity, stiffness, length);
    constexpr double h = 1e-7;
    for (double l = 0.0005; l < 1.2 * length; l += 0.00037) {
        if (std::abs(l - beam.arc_begin()) < 2 * h || std::abs(l - length) < 2 * h) continue;  // the law's kinks
        const double tension = (beam.energy(l + h) - beam.energy(l - h)) / (2 * h);
        EXPECT_NEAR(beam.tension(l), tension, 1e-7 * std::abs(tension) + 1e-11) << l;
        const double slope = (beam.tension(l + h) - beam.tension(l - h)) / (2 * h);
        EXPECT_NEAR(beam.slope(l), slope, 1e-6 * slope + 1e-8) << l;
    }
}

TEST(Buckling, GivesWayAtTwelveTimesTheRigidityOverTheSquareOfItsLength)
{
    const Buckling beam(rigidity, 1e9, length);  // as good as straight until it gives way
    const double load = 12 * rigidity / (length * length);
    EXPECT_NEAR(beam.tension(length * (1 - 1e-6)), -load, 1e-5 * load);
    EXPECT_NEAR(beam.slope(length * (1 - 1e-5)), beam.arc_stiffness(), 1e-4 * beam.arc_stiffness());
    // Bent to a full circle: its ends meet.
    const double circle = 4 * std::numbers::pi * std::numbers::pi * rigidity / (length * length);
    EXPECT_NEAR(beam.tension(1e-12), -circle, 1e-8 * circle);
}

TEST(Buckling, IsContinuousRisesWithLengthAndExertsNothingWhenPulled)
{
    const Buckling beam(rigidity, stiffness, length);
    ASSERT_GT(beam.arc_begin(), 0);
    ASSERT_LT(beam.arc_begin(), length);
    const double begin = beam.arc_begin();
    EXPECT_NEAR(beam.tension(begin * (1 - 1e-12)), beam.tension(begin), 1e-9 * std::abs(beam.tension(begin)));
    double before = beam.tension(1e-6);
    for (double l = 1e-5; l < length; l += 1e-5) {
        const double now = beam.tension(l);
        EXPECT_GT(now, before) << l;
        EXPECT_GT(beam.slope(l), 0) << l;
        before = now;
    }
    EXPECT_EQ(beam.tension(length), 0);
    EXPECT_EQ(beam.tension(1.5 * length), 0);
    EXPECT_EQ(beam.slope(1.5 * length), 0);
    EXPECT_EQ(beam.energy(1.5 * length), 0);
}

TEST(Buckling, ASoftLineIsNeverLeft)
{
    const Buckling beam(rigidity, 30 * rigidity / (length * length * length), length);
    EXPECT_EQ(beam.arc_begin(), 0);
    EXPECT_NEAR(beam.tension(0), -30 * rigidity / (length * length), 1e-18);
}

}  // namespace
}  // namespace tulle
