#include "study/common/sweep_run.hpp"

#include "study/study_sample.hpp"
#include "support/scenes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::fixed_method;

constexpr double sweep_run_duration = 0.1;  // s

/// Where a simulation of the scene ends at a step of 1e-4 s, moved by `offset`.
StudyTarget target_of(const SceneDescription& scene, const Vec3& offset = Vec3::Zero())
{
    Simulation simulation(scene_at(scene, fixed_method("symplectic-euler"), {.dt = 1e-4}, sweep_run_duration));
    (void)simulation.advance_frame();
    StudyTarget target{.duration = sweep_run_duration, .size = 2};
    for (const Vec3& x : simulation.positions()) target.positions.push_back(x + offset);
    return target;
}

TEST(SweepRun, MeasuresTheDistanceFromTheTarget)
{
    const SceneDescription scene = testing::hanging(4);
    const SweepRun sweep_run = run_refinement(scene, fixed_method("symplectic-euler"), {.dt = 1e-4},
                                              target_of(scene, {0, 0.3, 0.4}), {.seconds = 60});
    EXPECT_EQ(sweep_run.status, SweepRunStatus::ok);
    EXPECT_NEAR(sweep_run.error, 0.25, 1e-12);  // 0.5 m of 2 m
    EXPECT_NEAR(sweep_run.rms_error, 0.25, 1e-12);
    EXPECT_EQ(sweep_run.steps, 1000);
    EXPECT_DOUBLE_EQ(sweep_run.settings.dt, 1e-4);
    EXPECT_DOUBLE_EQ(sweep_run.time, sweep_run_duration);
    EXPECT_GT(sweep_run.seconds, 0);
    EXPECT_GE(sweep_run.repetitions, 1);
}

TEST(SweepRun, RmsIsBelowTheLargestError)
{
    const SceneDescription scene = testing::hanging(4);
    StudyTarget target = target_of(scene);
    target.positions[5].x() += 0.2;
    const SweepRun sweep_run =
        run_refinement(scene, fixed_method("symplectic-euler"), {.dt = 1e-4}, target, {.seconds = 60});
    EXPECT_NEAR(sweep_run.error, 0.1, 1e-12);
    EXPECT_NEAR(sweep_run.rms_error, 0.1 / 4, 1e-12);  // one of 16 particles
}

TEST(SweepRun, AnExplosionIsAResult)
{
    SceneDescription scene = testing::hanging(6);
    scene.cloths[0].springs.stretch_stiffness = 1e5;
    const SweepRun sweep_run = run_refinement(scene, fixed_method("symplectic-euler"), {.dt = 0.01},
                                              target_of(testing::hanging(6)), {.seconds = 60});
    EXPECT_EQ(sweep_run.status, SweepRunStatus::exploded);
    EXPECT_FALSE(sweep_run.is_good());
    EXPECT_TRUE(std::isnan(sweep_run.error));
    EXPECT_LT(sweep_run.time, sweep_run_duration);
}

TEST(SweepRun, StepsThatDoNotConvergeAreTold)
{
    SceneDescription scene = testing::hanging(6);
    scene.integrator.max_iterations = 1;
    const SweepRun sweep_run =
        run_refinement(scene, fixed_method("backward-euler"), {.dt = 0.01, .tolerance = 1e-9, .solver_tolerance = 1e-9},
                       target_of(scene), {.seconds = 60});
    EXPECT_EQ(sweep_run.status, SweepRunStatus::not_converged);
    EXPECT_GT(sweep_run.not_converged_steps, 0);
    EXPECT_TRUE(std::isfinite(sweep_run.error));
}

TEST(SweepRun, EndsWhenTimeIsUpOrSomebodyAsks)
{
    const SceneDescription scene = testing::hanging(4);
    const StudyTarget target = target_of(scene);
    const SweepRun slow =
        run_refinement(scene, fixed_method("symplectic-euler"), {.dt = 1e-6}, target, {.seconds = 1e-4});
    EXPECT_EQ(slow.status, SweepRunStatus::too_slow);
    EXPECT_LT(slow.time, sweep_run_duration);
    double part = 0;
    const SweepRun stopped = run_refinement(scene, fixed_method("symplectic-euler"), {.dt = 1e-3}, target,
                                            {.seconds = 60, .keep_going = [&](double done) {
                                                 EXPECT_GT(done, part);
                                                 part = done;
                                                 return done < 0.5;
                                             }});
    EXPECT_EQ(stopped.status, SweepRunStatus::interrupted);
    EXPECT_NEAR(stopped.time, sweep_run_duration / 2, 1e-2);
}

TEST(SweepRun, ScenesEndWhenTheStudyDoes)
{
    SceneDescription scene = testing::hanging(4);
    scene.integrator.adaptive = true;
    const SceneDescription fixed = scene_at(scene, fixed_method("bdf2"), {.dt = 0.03}, 0.3);
    EXPECT_FALSE(fixed.integrator.adaptive);
    Simulation simulation(fixed);
    EXPECT_EQ(simulation.frame_count(), 1);
    EXPECT_DOUBLE_EQ(simulation.dt(), 0.03);
    const SceneDescription adaptive = scene_at(scene, testing::controlled_method("bdf2"),
                                               {.relative_tolerance = 1e-2, .absolute_tolerance = 1e-4}, 0.3);
    EXPECT_TRUE(adaptive.integrator.adaptive);
    EXPECT_EQ(adaptive.integrator.relative_tolerance, 1e-2);
    EXPECT_NEAR(Simulation(adaptive).frame_count() / adaptive.simulation.fps, 0.3, 1e-12);
}

}  // namespace
}  // namespace tulle
