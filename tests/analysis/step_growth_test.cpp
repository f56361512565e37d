#include "analysis/step_growth.hpp"

#include "analysis/stepped_net.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

TEST(StepGrowth, GivesThePrintedNumbers)
{
    SteppedNet net = unit_grid();
    const double unfiltered = net.unfiltered();
    EXPECT_NEAR(net.limit("symplectic-euler", 2e-4), unfiltered, 1e-3 * unfiltered);
    EXPECT_NEAR(paper_step_limit(net.at_rest()), unfiltered, 1e-4 * unfiltered);
    for (const Printed& printed : printed_numbers) {
        net.use_filter({.kind = printed.kind, .lambda = printed.lambda});
        EXPECT_NEAR(paper_step_limit(net.at_rest()) / unfiltered, printed.paper, 0.002) << printed.lambda;
        EXPECT_NEAR(net.limit("symplectic-euler", 2e-4) / unfiltered, printed.truth, 0.002) << printed.lambda;
    }
}

TEST(StepGrowth, OfRungeKuttaIsRootEight)
{
    const SteppedNet net = unit_grid();
    EXPECT_NEAR(net.limit("rk4") / net.unfiltered(), std::sqrt(2.0), 0.006);
}

TEST(StepGrowth, OfForwardEulerIsDampingOverStiffness)
{
    // h <= c/k where every mode vibrates: strongly damped, that it shows soon
    SpringSettings settings = alike(1, 0.3);
    settings.damping_kind = DampingKind::projected;
    const SteppedNet grid = unit_grid();
    const SteppedNet net(grid.x, grid.mass, grid.springs, settings);
    EXPECT_NEAR(net.limit("forward-euler") / 0.3, 1, 0.02);
}

class TrueLimit : public ::testing::TestWithParam<std::tuple<std::string, int, double>> {};

TEST_P(TrueLimit, IsWhereRealStepsBeginToGrow)
{
    const auto [method, filter, damping_time] = GetParam();
    SteppedNet net = irregular(alike(100, damping_time));
    constexpr std::array kinds{FilterKind::plain, FilterKind::averaged, FilterKind::momentum};
    if (filter > 0) net.use_filter({.kind = kinds.at(static_cast<std::size_t>(filter) - 1), .lambda = 1});
    const double h = net.limit(method);
    ASSERT_GT(h, 0);
    ASSERT_TRUE(std::isfinite(h));
    EXPECT_LT(net.growth(method, 0.99 * h), 1e4);
    EXPECT_GT(net.growth(method, 1.02 * h), 1e6);
}

INSTANTIATE_TEST_SUITE_P(OfMethods, TrueLimit,
                         ::testing::Combine(::testing::Values("symplectic-euler", "verlet", "rk4"),
                                            ::testing::Values(0, 1, 2, 3), ::testing::Values(0.0, 0.002)));

}  // namespace
}  // namespace tulle
