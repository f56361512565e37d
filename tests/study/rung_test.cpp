#include "study/rung.hpp"

#include "study/study_sample.hpp"
#include "support/scenes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::fixed_method;

constexpr double rung_duration = 0.1;  // s

/// Where a simulation of the scene ends at a step of 1e-4 s, moved by `offset`.
StudyTarget target_of(const SceneDescription& scene, const Vec3& offset = Vec3::Zero())
{
    Simulation simulation(scene_at(scene, fixed_method("symplectic-euler"), {.dt = 1e-4}, rung_duration));
    (void)simulation.advance_frame();
    StudyTarget target{.duration = rung_duration, .size = 2};
    for (const Vec3& x : simulation.positions()) target.positions.push_back(x + offset);
    return target;
}

TEST(Rung, MeasuresTheDistanceFromTheTarget)
{
    const SceneDescription scene = testing::hanging(4);
    const Rung rung = run_rung(scene, fixed_method("symplectic-euler"), {.dt = 1e-4}, target_of(scene, {0, 0.3, 0.4}),
                               {.seconds = 60});
    EXPECT_EQ(rung.status, RungStatus::ok);
    EXPECT_NEAR(rung.error, 0.25, 1e-12);  // 0.5 m of 2 m
    EXPECT_NEAR(rung.rms_error, 0.25, 1e-12);
    EXPECT_EQ(rung.steps, 1000);
    EXPECT_DOUBLE_EQ(rung.settings.dt, 1e-4);
    EXPECT_DOUBLE_EQ(rung.time, rung_duration);
    EXPECT_GT(rung.seconds, 0);
    EXPECT_GE(rung.repetitions, 1);
}

TEST(Rung, RmsIsBelowTheLargestError)
{
    const SceneDescription scene = testing::hanging(4);
    StudyTarget target = target_of(scene);
    target.positions[5].x() += 0.2;
    const Rung rung = run_rung(scene, fixed_method("symplectic-euler"), {.dt = 1e-4}, target, {.seconds = 60});
    EXPECT_NEAR(rung.error, 0.1, 1e-12);
    EXPECT_NEAR(rung.rms_error, 0.1 / 4, 1e-12);  // one of 16 particles
}

TEST(Rung, AnExplosionIsAResult)
{
    SceneDescription scene = testing::hanging(6);
    scene.cloths[0].springs.stretch_stiffness = 1e5;
    const Rung rung = run_rung(scene, fixed_method("symplectic-euler"), {.dt = 0.01}, target_of(testing::hanging(6)),
                               {.seconds = 60});
    EXPECT_EQ(rung.status, RungStatus::exploded);
    EXPECT_FALSE(rung.is_good());
    EXPECT_TRUE(std::isnan(rung.error));
    EXPECT_LT(rung.time, rung_duration);
}

TEST(Rung, StepsThatDoNotConvergeAreTold)
{
    SceneDescription scene = testing::hanging(6);
    scene.integrator.max_rounds = 1;
    const Rung rung =
        run_rung(scene, fixed_method("backward-euler"), {.dt = 0.01, .tolerance = 1e-9, .solver_tolerance = 1e-9},
                 target_of(scene), {.seconds = 60});
    EXPECT_EQ(rung.status, RungStatus::not_converged);
    EXPECT_GT(rung.not_converged_steps, 0);
    EXPECT_TRUE(std::isfinite(rung.error));
}

TEST(Rung, EndsWhenTimeIsUpOrSomebodyAsks)
{
    const SceneDescription scene = testing::hanging(4);
    const StudyTarget target = target_of(scene);
    const Rung slow = run_rung(scene, fixed_method("symplectic-euler"), {.dt = 1e-6}, target, {.seconds = 1e-4});
    EXPECT_EQ(slow.status, RungStatus::too_slow);
    EXPECT_LT(slow.time, rung_duration);
    double part = 0;
    const Rung stopped = run_rung(scene, fixed_method("symplectic-euler"), {.dt = 1e-3}, target,
                                  {.seconds = 60, .keep_going = [&](double done) {
                                       EXPECT_GT(done, part);
                                       part = done;
                                       return done < 0.5;
                                   }});
    EXPECT_EQ(stopped.status, RungStatus::interrupted);
    EXPECT_NEAR(stopped.time, rung_duration / 2, 1e-2);
}

TEST(Rung, ScenesEndWhenTheStudyDoes)
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
