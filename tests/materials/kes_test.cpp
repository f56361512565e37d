#include "materials/kes.hpp"

#include "materials/hysteresis_loop.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// The branches of the test without the part that the test does not see.
std::vector<LoopPoint> stretched(const std::vector<LoopPoint>& branch) { return {branch.begin() + 1, branch.end()}; }

TEST(Kes, UnitsAreThoseOfTheStandard)
{
    EXPECT_NEAR(gf_per_cm_degree, 56.188, 1e-3);  // docs/theory/fabric.md#from-kes-numbers-to-loops
    EXPECT_NEAR(500 * gf_per_cm, 490.3325, 1e-9);
    EXPECT_NEAR(0.118 * gf_cm2_per_cm, 11.572e-6, 1e-9);  // fabrics.csv, MAT15-A
    EXPECT_NEAR(0.124 * gf_cm_per_cm, 1.2160e-3, 1e-7);
}

TEST(Kes, TensionGivesItsNumbersBack)
{
    for (const double linearity : {0.3, 0.5, 0.6, 0.8, 1.0, 1.1})
        for (const double resilience : {0.3, 0.5, 0.75, 1.0}) {
            const KesTension given{0.045, linearity, resilience};
            const MeasuredLoop loop = loop_of(given);
            EXPECT_EQ(loop_problem(loop), "") << linearity << ' ' << resilience;
            const KesTension read = read_tension(stretched(loop.loading), stretched(loop.unloading));
            EXPECT_NEAR(read.extension, given.extension, 1e-12);
            EXPECT_NEAR(read.force, given.force, 1e-9);
            EXPECT_NEAR(read.linearity, given.linearity, 1e-9);
            EXPECT_NEAR(read.resilience, given.resilience, 1e-9);
            EXPECT_NEAR(read.work(), given.work(), 1e-9);
        }
}

TEST(Kes, ShearGivesItsNumbersBack)
{
    const KesShear given{0.7 * gf_per_cm_degree, 1.1 * gf_per_cm, 2.4 * gf_per_cm};
    const MeasuredLoop loop = loop_of(given);
    EXPECT_EQ(loop_problem(loop), "");
    const KesShear read = read_shear(loop.loading, loop.unloading);
    EXPECT_NEAR(read.stiffness, given.stiffness, 1e-9);
    EXPECT_NEAR(read.width_half_degree, given.width_half_degree, 1e-9);
    EXPECT_NEAR(read.width_5_degrees, given.width_5_degrees, 1e-9);
}

TEST(Kes, BendingGivesItsNumbersBack)
{
    const KesBending given{0.118 * gf_cm2_per_cm, 0.124 * gf_cm_per_cm};
    const MeasuredLoop loop = loop_of(given);
    EXPECT_EQ(loop_problem(loop), "");
    const KesBending read = read_bending(loop.loading, loop.unloading);
    EXPECT_NEAR(read.rigidity, given.rigidity, 1e-15);
    EXPECT_NEAR(read.width, given.width, 1e-15);
}

TEST(Kes, CompressionGoesOnWithTheFirstSlope)
{
    const HysteresisLoop loop(loop_of(KesTension{0.05, 0.6, 0.6}));
    const double step = 1e-4;
    EXPECT_NEAR(loop.respond(-step, {}).value, -loop.middle(step), 1e-9);
    EXPECT_NEAR(loop.respond(-0.3, {}).slope, loop.slope_at_zero(), 0.05 * loop.slope_at_zero());
}

}  // namespace
}  // namespace tulle
