#include "analysis/step_growth.hpp"

#include "analysis/stepped_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

TEST(StepGrowth, GivesThePrintedNumbers)
{
    SteppedGrid grid = unit_grid();
    const double unfiltered = grid.unfiltered();
    EXPECT_NEAR(grid.limit("symplectic-euler", 2e-4), unfiltered, 1e-3 * unfiltered);
    EXPECT_NEAR(paper_step_limit(grid.at_rest()), unfiltered, 1e-4 * unfiltered);
    for (const Printed& printed : printed_numbers) {
        grid.use_filter({.kind = printed.kind, .lambda = printed.lambda});
        EXPECT_NEAR(paper_step_limit(grid.at_rest()) / unfiltered, printed.paper, 0.002) << printed.lambda;
        EXPECT_NEAR(grid.limit("symplectic-euler", 2e-4) / unfiltered, printed.truth, 0.002) << printed.lambda;
    }
}

TEST(StepGrowth, OfRungeKuttaIsRootEight)
{
    const SteppedGrid grid = unit_grid();
    EXPECT_NEAR(grid.limit("rk4") / grid.unfiltered(), std::sqrt(2.0), 0.006);
}

TEST(StepGrowth, OfForwardEulerIsDampingOverStiffness)
{
    // h <= c/k where every mode vibrates: strongly damped, that it shows soon
    SpringSettings settings = alike(1, 0.3);
    settings.damping_kind = DampingKind::projected;
    const SteppedGrid unit = unit_grid();
    const SteppedGrid grid(unit.x, unit.mass, unit.springs, settings);
    EXPECT_NEAR(grid.limit("forward-euler") / 0.3, 1, 0.02);
}

class TrueLimit : public ::testing::TestWithParam<std::tuple<std::string, int, double>> {};

TEST_P(TrueLimit, IsWhereRealStepsBeginToGrow)
{
    const auto [method, filter, damping_time] = GetParam();
    SteppedGrid grid = irregular(alike(100, damping_time));
    constexpr std::array kinds{FilterKind::plain, FilterKind::averaged, FilterKind::momentum};
    if (filter > 0) grid.use_filter({.kind = kinds.at(static_cast<std::size_t>(filter) - 1), .lambda = 1});
    const double h = grid.limit(method);
    ASSERT_GT(h, 0);
    ASSERT_TRUE(std::isfinite(h));
    EXPECT_LT(grid.growth(method, 0.99 * h), 1e4);
    EXPECT_GT(grid.growth(method, 1.02 * h), 1e6);
}

INSTANTIATE_TEST_SUITE_P(OfMethods, TrueLimit,
                         ::testing::Combine(::testing::Values("symplectic-euler", "verlet", "rk4"),
                                            ::testing::Values(0, 1, 2, 3), ::testing::Values(0.0, 0.002)));

}  // namespace
}  // namespace tulle
