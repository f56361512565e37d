#include "study/work_precision/work_precision.hpp"

#include "study/work_precision/work_precision_report.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

SceneFile small_scene() { return {.scene = testing::hanging(4), .name = "small", .formats = {}, .text = {}}; }

WorkPrecisionOptions options_for(const std::vector<std::string>& methods)
{
    WorkPrecisionOptions options;
    options.methods = study_methods(methods);
    options.duration = 0.1;
    options.sweep = {.from = 0.02, .to = 3e-4};
    return options;
}

TEST(WorkPrecisionStudy, ErrorsFallWithTheStepAndExplosionsAreKept)
{
    WorkPrecisionStudy study(small_scene(), options_for({"backward-euler", "symplectic-euler"}));
    std::vector<std::size_t> told;
    study.on_result = [&](const WorkPrecision& result) { told.push_back(result.methods.size()); };
    double last = 0;
    study.on_progress = [&](const StudyProgress& progress) {
        EXPECT_GE(progress.fraction, last - 1e-12);  // repetitions go over the same part again
        EXPECT_LE(progress.fraction, 1 + 1e-12);
        last = progress.what == "reference" ? progress.fraction : last;
    };
    const WorkPrecision result = study.run();
    EXPECT_EQ(told, (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(result.particles, 16U);
    EXPECT_NEAR(result.size, std::sqrt(2.0), 1e-12);
    EXPECT_GT(result.reference.steps, 0);
    ASSERT_EQ(result.methods.size(), 2U);

    const auto& implicit = result.methods[0].sweep_runs;
    ASSERT_EQ(implicit.size(), 7U);
    for (const SweepRun& sweep_run : implicit) EXPECT_TRUE(sweep_run.is_good());
    EXPECT_NEAR(std::log2(implicit[5].error / implicit[6].error), 1, 0.15);  // first order
    const auto& explicit_sweep_runs = result.methods[1].sweep_runs;
    ASSERT_EQ(explicit_sweep_runs.size(), 7U);
    EXPECT_EQ(explicit_sweep_runs.front().status, SweepRunStatus::exploded);
    EXPECT_TRUE(explicit_sweep_runs.back().is_good());
    EXPECT_LT(explicit_sweep_runs.back().error, 1e-3);
}

TEST(WorkPrecisionStudy, TighterTolerancesGiveSmallerErrors)
{
    WorkPrecisionOptions options = options_for({"bdf2-adaptive"});
    options.sweep = {.loose = 1e-1, .tight = 1e-4};
    const WorkPrecision result = WorkPrecisionStudy(small_scene(), options).run();
    const auto& sweep_runs = result.methods.at(0).sweep_runs;
    ASSERT_EQ(sweep_runs.size(), 4U);
    EXPECT_TRUE(sweep_runs.back().is_good());
    EXPECT_LT(sweep_runs.back().error, 0.1 * sweep_runs.front().error);
    EXPECT_GT(sweep_runs.back().steps, sweep_runs.front().steps);
}

TEST(WorkPrecisionStudy, EndsSoonWhenStopped)
{
    std::atomic<bool> stop = false;
    WorkPrecisionStudy study(small_scene(), options_for({"backward-euler", "symplectic-euler"}));
    study.stop = &stop;
    study.on_progress = [&](const StudyProgress& progress) { stop = progress.what.starts_with("backward"); };
    const WorkPrecision result = study.run();
    EXPECT_TRUE(result.was_interrupted);
    ASSERT_EQ(result.methods.size(), 1U);
    ASSERT_EQ(result.methods[0].sweep_runs.size(), 1U);
    EXPECT_EQ(result.methods[0].sweep_runs[0].status, SweepRunStatus::interrupted);

    study.on_progress = nullptr;  // and before the reference is there
    stop = true;
    const WorkPrecision nothing = study.run();
    EXPECT_TRUE(nothing.was_interrupted);
    EXPECT_TRUE(nothing.methods.empty());
}

TEST(WorkPrecisionStudy, RefusesContact)
{
    const SceneFile scene{.scene = testing::table(4), .name = "table", .formats = {}, .text = {}};
    EXPECT_THROW((void)WorkPrecisionStudy(scene, options_for({"backward-euler"})).run(), InputError);
}

}  // namespace
}  // namespace tulle
