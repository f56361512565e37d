#include "study/papers/atg07/atg07.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(Atg07Study, FindsEveryFigure)
{
    const Atg07Options options = atg07_quick_options();
    Atg07Study study(options);
    double last = 0;
    int calls = 0;
    study.on_progress = [&](const StudyProgress& progress) {
        EXPECT_GE(progress.fraction, last);
        EXPECT_LE(progress.fraction, 1);
        last = progress.fraction;
    };
    study.on_result = [&](const Atg07Result&) { ++calls; };
    const Atg07Result result = study.run();
    EXPECT_FALSE(result.was_interrupted);
    EXPECT_EQ(calls, 4);

    // Steps of 0.8 and 1.25 of 2/sqrt(k0), shortened to divide 0.01 s; backward Euler takes 0.01 s.
    ASSERT_EQ(result.motions.size(), 3U);
    EXPECT_NEAR(result.motions[0].dt, 0.01 / 2, 1e-12);
    EXPECT_NEAR(result.motions[1].dt, 0.01, 1e-12);
    EXPECT_NEAR(result.motions[2].dt, 0.01 / 2, 1e-12);
    for (const Atg07Motion& one : result.motions) {
        EXPECT_EQ(one.status, SweepRunStatus::ok);
        EXPECT_EQ(one.motion.frames.size(), 41U);
    }
    EXPECT_GT(result.motions[0].spectrum.short_part, result.motions[1].spectrum.short_part);
    EXPECT_GT(result.motions[1].spectrum.short_part, result.motions[2].spectrum.short_part);

    ASSERT_EQ(result.steps.size(), 4U);
    for (const Atg07FilteredStep& one : result.steps) EXPECT_GT(one.paper, one.truth);
    EXPECT_NEAR(result.steps[0].truth, 1.65, 0.05);
    ASSERT_EQ(result.held.size(), 6U);
    for (const Atg07Held& one : result.held) EXPECT_EQ(one.status, SweepRunStatus::ok) << one.method.name;

    ASSERT_EQ(result.particles.size(), 2U);
    ASSERT_EQ(result.stiffnesses.size(), 2U);
    for (const Atg07Row& row : result.stiffnesses) {
        ASSERT_EQ(row.methods.size(), atg07_timed_methods().size());
        for (const Atg07Timed& one : row.methods) {
            EXPECT_EQ(one.status, SweepRunStatus::ok) << one.method.name;
            EXPECT_NEAR(one.time, 0.08, 0.02) << one.method.name;
            EXPECT_NEAR(one.dt * static_cast<double>(one.steps), one.time, 1e-9) << one.method.name;
        }
        // A quarter more than without the filter, to the last digit.
        if (row.k0 == 1e5) {
            EXPECT_NEAR(row.methods[1].dt / row.methods[0].dt, 1.25, 1e-6);
        }
    }
}

TEST(Atg07Study, AStopKeepsWhatIsFinished)
{
    Atg07Study study(atg07_quick_options());
    std::atomic<bool> stop = false;
    study.stop = &stop;
    study.on_result = [&](const Atg07Result& result) { stop = !result.steps.empty(); };
    const Atg07Result result = study.run();
    EXPECT_TRUE(result.was_interrupted);
    EXPECT_EQ(result.motions.size(), 3U);
    EXPECT_FALSE(result.steps.empty());
    EXPECT_TRUE(result.held.empty());
    EXPECT_TRUE(result.particles.empty());

    // Nothing was found: there is nothing to keep.
    study.on_result = [](const Atg07Result&) { ADD_FAILURE(); };
    stop = true;
    EXPECT_TRUE(study.run().motions.empty());
}

}  // namespace
}  // namespace tulle
