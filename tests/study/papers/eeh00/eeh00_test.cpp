#include "study/papers/eeh00/eeh00.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tulle {
namespace {

/// One small grid that hangs from two corners, stiff enough for updates to matter.
Eeh00Options small_options()
{
    Eeh00Options options;
    options.choices.duration = 0.1;
    options.rows = {{.example = Eeh00Example::hanging, .side = 5, .stiffness_per_mass = 1e5, .h = 0.01}};
    options.eps = {1e-2, 1e-6};
    options.standstill.side = 4;
    return options;
}

const Eeh00Run& run_of(const Eeh00RowResult& row, std::string_view method, double eps)
{
    for (const Eeh00Run& run : row.runs)
        if (run.method->name == method && run.eps == eps) return run;
    throw std::out_of_range("no such run");
}

TEST(Eeh00Study, UpdatedWaysMeetInTheConvergedSolutionAndPlainStepsDoNot)
{
    Eeh00Study study(small_options());
    const Eeh00Result result = study.run();
    ASSERT_EQ(result.rows.size(), 1U);
    const Eeh00RowResult& row = result.rows[0];
    EXPECT_EQ(row.runs.size(), eeh00_methods().size() * 2);
    EXPECT_LT(row.spread, 1e-5);
    for (const std::string_view method : {"bare", "accelerated", "newton", "newton-multigrid", "auto"}) {
        const double loose = run_of(row, method, 1e-2).sweep_run.error;
        const double tight = run_of(row, method, 1e-6).sweep_run.error;
        EXPECT_LT(tight, 1e-4) << method;
        EXPECT_LT(tight, loose) << method;
    }
    EXPECT_GT(run_of(row, "plain", 1e-6).sweep_run.error, 0.01);
    EXPECT_GT(run_of(row, "bare", 1e-6).sweep_run.nonlinear_iterations,
              run_of(row, "newton", 1e-6).sweep_run.nonlinear_iterations);
    EXPECT_FALSE(result.was_interrupted);
    EXPECT_EQ(result.standstill.curves.size(), 3U);
}

TEST(Eeh00Study, ContractionIsThatOfAParticleWithFourSprings)
{
    Eeh00Options options = small_options();
    options.eps = {1e-1};
    options.rows[0].damping_per_mass = 0;
    options.rows[0].stiffness_per_mass = 1e6;
    const Eeh00Result result = Eeh00Study(options).run();
    EXPECT_NEAR(result.rows[0].contraction, 400.0 / 401.0, 1e-12);
}

TEST(Eeh00Study, ProgressGoesUpToTheEndAndAStopKeepsFinishedRows)
{
    Eeh00Options options = small_options();
    options.rows.push_back(options.rows[0]);
    options.rows[1].h = 0.02;
    Eeh00Study study(options);
    double last = 0;
    study.on_progress = [&](const StudyProgress& progress) {
        EXPECT_GE(progress.fraction, last - 0.1);  // short runs are repeated
        last = progress.fraction;
    };
    std::atomic<bool> stop = false;
    std::size_t told = 0;
    study.stop = &stop;
    study.on_result = [&](const Eeh00Result& result) {
        told = result.rows.size();
        stop = true;
    };
    const Eeh00Result result = study.run();
    EXPECT_TRUE(result.was_interrupted);
    EXPECT_EQ(result.rows.size(), 1U);
    EXPECT_EQ(told, 1U);
    EXPECT_GT(last, 0.3);
    EXPECT_LE(last, 1);
}

TEST(Eeh00Study, ARunThatTakesTooLongEndsItsWay)
{
    Eeh00Options options = small_options();
    options.run_seconds = 0;
    const Eeh00Result result = Eeh00Study(options).run();
    EXPECT_EQ(result.rows[0].runs.size(), eeh00_methods().size());
    for (const Eeh00Run& run : result.rows[0].runs) {
        EXPECT_EQ(run.sweep_run.status, SweepRunStatus::too_slow);
        EXPECT_TRUE(std::isnan(run.sweep_run.error));
    }
}

}  // namespace
}  // namespace tulle
