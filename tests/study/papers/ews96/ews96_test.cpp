#include "study/papers/ews96/ews96.hpp"

#include "support/fabrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

/// One small cloth on a sphere for a frame and a half of falling and one of touching.
Ews96Options small_study()
{
    Ews96Options options;
    options.fabric = testing::plain_fabric();
    options.choices.frames = 3;
    options.rows = {{.example = Ews96Example::sphere, .side = 6}};
    return options;
}

TEST(Ews96Study, EveryMethodEndsNearWhereTheOthersDo)
{
    const Ews96Result result = Ews96Study(small_study()).run();
    ASSERT_EQ(result.rows.size(), 1U);
    ASSERT_EQ(result.rows[0].runs.size(), ews96_methods().size());
    for (const Ews96Run& run : result.rows[0].runs) {
        SCOPED_TRACE(run.method->name);
        EXPECT_TRUE(run.is_whole());
        EXPECT_EQ(run.frames.size(), 3U);
        EXPECT_LT(run.rms_error, 0.02);
        EXPECT_LE(run.rms_error, run.error);
        EXPECT_NEAR(run.mean_dt() * static_cast<double>(run.steps), 0.12, 1e-12);
        EXPECT_LE(run.dt_range().smallest, run.mean_dt() * (1 + 1e-9));
        EXPECT_GE(run.dt_range().largest, run.mean_dt() * (1 - 1e-9));
        EXPECT_GE(run.shares.rest(), 0) << "no time is told twice";
        EXPECT_GT(run.shares.history, 0);
    }
    EXPECT_EQ(result.rows[0].runs[0].error, 0) << "cash-karp is the one to be near to";
    EXPECT_GT(result.rows[0].runs[1].error, 0);
    EXPECT_FALSE(result.was_interrupted);
}

TEST(Ews96Study, CashKarpEvaluatesForcesSixTimesInEveryStepThatItTries)
{
    const Ews96Result result = Ews96Study(small_study()).run();
    const Ews96Run& run = result.rows[0].runs[0];
    EXPECT_EQ(run.force_evaluations, 6 * (run.steps + run.rejected_steps));
}

TEST(Ews96Study, ProgressGoesUpAndAStopKeepsFinishedRows)
{
    Ews96Options options = small_study();
    options.choices.frames = 1;
    options.rows.push_back(options.rows[0]);
    Ews96Study study(options);
    std::atomic<bool> stop = false;
    double last = 0;
    study.stop = &stop;
    study.on_progress = [&](const StudyProgress& progress) {
        EXPECT_GE(progress.fraction, last - 1e-12);
        last = progress.fraction;
    };
    study.on_result = [&](const Ews96Result&) { stop = true; };
    const Ews96Result result = study.run();
    EXPECT_TRUE(result.was_interrupted);
    EXPECT_EQ(result.rows.size(), 1U);
    EXPECT_NEAR(last, 0.5, 1e-12);
}

TEST(Ews96Study, ARunThatTakesTooLongEndsWithItsFrame)
{
    Ews96Options options = small_study();
    options.run_seconds = -1;
    const Ews96Result result = Ews96Study(options).run();
    for (const Ews96Run& run : result.rows[0].runs) {
        EXPECT_EQ(run.status, SweepRunStatus::too_slow);
        EXPECT_EQ(run.frames.size(), 1U);
        EXPECT_TRUE(std::isnan(run.error));
    }
}

TEST(Ews96Study, QuickRowsAreSmallAndNotThePapers)
{
    for (const Ews96Row& row : ews96_quick_options().rows) {
        EXPECT_LE(row.side, 10);
        EXPECT_FALSE(row.paper.has_value());
    }
}

}  // namespace
}  // namespace tulle
