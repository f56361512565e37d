#include "study/common/refinement_sweep.hpp"

#include "study/study_sample.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::controlled_method;
using testing::failed_sweep_run;
using testing::fixed_method;
using testing::good_sweep_run;

constexpr double sweep_duration = 0.5;  // s

/// Steps or tolerances until the sweep ends, when the sweep_runs go as `outcome` says.
template <class Outcome>
std::vector<SweepRunSettings> climb(const SweepOptions& options, const StudyMethod& method, Outcome outcome)
{
    const RefinementSweep sweep(options, method, SceneDescription{}, sweep_duration);
    std::vector<SweepRun> sweep_runs;
    std::vector<SweepRunSettings> all;
    while (const auto settings = sweep.next(sweep_runs)) {
        all.push_back(*settings);
        sweep_runs.push_back(outcome(method.controls_error ? settings->relative_tolerance : settings->dt));
    }
    EXPECT_LE(static_cast<int>(all.size()), sweep.max_runs());
    return all;
}

TEST(RefinementSweep, HalvesAWholeNumberOfStepsUntilTheErrorIsSmall)
{
    const auto first_order = [](double dt) { return good_sweep_run(dt, 0.1 * dt); };
    const auto all = climb({}, fixed_method("any"), first_order);
    EXPECT_DOUBLE_EQ(all.front().dt, 0.02);
    EXPECT_LT(0.1 * all.back().dt, 1e-5);
    EXPECT_GE(0.1 * all[all.size() - 2].dt, 1e-5);
    for (std::size_t i = 1; i < all.size(); ++i) EXPECT_DOUBLE_EQ(all[i].dt, all[i - 1].dt / 2);
    EXPECT_DOUBLE_EQ(climb({.from = 0.03}, fixed_method("any"), first_order).front().dt, sweep_duration / 17);
}

TEST(RefinementSweep, GoesFromOneEndToTheOtherWhenTold)
{
    const auto exact = [](double dt) { return good_sweep_run(dt, 1e-9); };
    const auto steps = climb({.from = 0.01, .to = 0.00125}, fixed_method("any"), exact);
    ASSERT_EQ(steps.size(), 4U);
    EXPECT_DOUBLE_EQ(steps.back().dt, 0.00125);
    const auto tolerances = climb({.loose = 1e-2, .tight = 1e-4}, controlled_method("any"), exact);
    ASSERT_EQ(tolerances.size(), 3U);
    EXPECT_NEAR(tolerances.back().relative_tolerance, 1e-4, 1e-12);
    EXPECT_EQ(climb({.from = 0.01, .to = 0.02}, fixed_method("any"), exact).size(), 1U);
}

TEST(RefinementSweep, GoesOnAfterExplosionsAndEndsWhenItGetsTooSlow)
{
    const auto outcome = [](double dt) {
        if (dt > 1e-3) return failed_sweep_run(dt, SweepRunStatus::exploded);
        return dt > 1e-4 ? good_sweep_run(dt, 0.1) : failed_sweep_run(dt, SweepRunStatus::too_slow);
    };
    const auto all = climb({}, fixed_method("any"), outcome);
    EXPECT_LT(all.back().dt, 1e-4);
    EXPECT_GT(all.back().dt, 0.5e-4);  // the first that was too slow
    // Large steps may be the slow ones.
    const auto slow_first = [](double dt) {
        return dt > 0.015 ? failed_sweep_run(dt, SweepRunStatus::too_slow) : good_sweep_run(dt, 0.1 * dt);
    };
    EXPECT_GT(climb({}, fixed_method("any"), slow_first).size(), 5U);
    const auto too_slow = [](double dt) { return failed_sweep_run(dt, SweepRunStatus::too_slow); };
    EXPECT_EQ(climb({}, fixed_method("any"), too_slow).size(), 2U);
    const auto stopped = [](double dt) { return failed_sweep_run(dt, SweepRunStatus::interrupted); };
    EXPECT_EQ(climb({}, fixed_method("any"), stopped).size(), 1U);
}

TEST(RefinementSweep, DrawsALineEvenWhereTheFirstRunIsExact)
{
    const auto second_order = [](double dt) { return good_sweep_run(dt, 1e-2 * dt * dt); };
    EXPECT_EQ(climb({}, fixed_method("any"), second_order).size(), 2U);
    const auto perfect = [](double dt) { return good_sweep_run(dt, 1e-9); };
    EXPECT_EQ(climb({}, fixed_method("any"), perfect).size(), 1U);
}

TEST(RefinementSweep, EndsWhereErrorsNoLongerFall)
{
    const auto floor = [](double dt) { return good_sweep_run(dt, std::max(dt, 2e-3)); };
    const auto all = climb({}, fixed_method("any"), floor);
    EXPECT_LT(all.size(), 8U);
    EXPECT_LT(all.back().dt, 2e-3);
    // A cloth that stands still at large steps has not converged.
    const auto late = [](double dt) { return good_sweep_run(dt, dt > 2e-4 ? 0.5 : dt); };
    EXPECT_LT(climb({}, fixed_method("any"), late).back().dt, 2e-4);
}

TEST(RefinementSweep, LowersToleranceWithTheErrorOfAStep)
{
    const auto rough = [](double value) { return good_sweep_run(value, 0.5); };
    const IntegratorSettings integrator;
    const SolverSettings solver;
    const auto second = climb({}, fixed_method("any", "implicit", 2), rough);
    EXPECT_DOUBLE_EQ(second[0].tolerance, integrator.tolerance);
    EXPECT_DOUBLE_EQ(second[1].tolerance, integrator.tolerance / 8);
    EXPECT_DOUBLE_EQ(second[1].solver_tolerance, solver.tolerance / 8);
    EXPECT_GE(second.back().tolerance, 1e-12);
    const auto kept = climb({.keep_tolerances = true}, fixed_method("any", "implicit", 2), rough);
    EXPECT_DOUBLE_EQ(kept.back().tolerance, integrator.tolerance);
    const auto controlled = climb({}, controlled_method("any"), rough);
    EXPECT_NEAR(controlled[1].tolerance, integrator.tolerance / 10, 1e-12);
    EXPECT_NEAR(controlled[1].absolute_tolerance / controlled[1].relative_tolerance,
                integrator.absolute_tolerance / integrator.relative_tolerance, 1e-12);
}

}  // namespace
}  // namespace tulle
