#include "study/bench/scene_bench_report.hpp"

#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tulle {
namespace {

SceneBenchOptions few_steps()
{
    SceneBenchOptions options;
    options.warm_up = 2;
    options.steps = 5;
    options.threads = 1;
    return options;
}

TEST(SceneBench, StagesAndKernelsAddUpToWhatStepsTook)
{
    SceneBenchOptions options = few_steps();
    long asked = 0;
    options.allocations = [&] { return asked += 3; };  // twice a step: before and after
    const SceneBench bench = bench_scene(testing::hanging(12), options);
    EXPECT_EQ(bench.particles, 144);
    EXPECT_EQ(bench.threads, 1);
    EXPECT_EQ(bench.steps, 5);
    EXPECT_EQ(bench.failure, "");
    EXPECT_EQ(bench.allocations, 3);
    EXPECT_GT(bench.linear_iterations, 0);
    const StageTimes& s = bench.stages;
    EXPECT_GT(s.force, 0);
    EXPECT_GT(s.solve, 0);
    EXPECT_LE(s.force + s.assembly + s.solve + s.contact + s.history + s.other, bench.seconds);
    EXPECT_GT(bench.bandwidth, 1e8) << "bytes a second";

    ASSERT_EQ(bench.kernels.size(), 3U);
    const BenchKernel &blocks = bench.kernels[1], &numbers = bench.kernels[2];
    for (const BenchKernel& kernel : bench.kernels) {
        EXPECT_GT(kernel.seconds, 0) << kernel.name;
        ASSERT_TRUE(kernel.rate_in_cache) << kernel.name;
        EXPECT_GT(*kernel.rate_in_cache, 0) << kernel.name;
    }
    // A grid of n x n has 4 n (n-1) + ... couplings; whatever they are, a block has 64 bytes more than a number.
    const double entries = (blocks.bytes - numbers.bytes) / 64;
    EXPECT_EQ(entries, std::round(entries));
    EXPECT_EQ(numbers.bytes, 12 * entries + 144 * 52);
}

TEST(SceneBench, EndsWithTheSceneOrWithAFailure)
{
    SceneDescription scene = testing::hanging(5);
    scene.simulation.duration = 4 / scene.simulation.fps;
    SceneBenchOptions options = few_steps();
    options.steps = 1000;
    const SceneBench bench = bench_scene(scene, options);
    EXPECT_EQ(bench.steps + options.warm_up, std::lround(scene.simulation.duration / bench.dt));

    scene.integrator.method = "symplectic-euler";
    scene.integrator.dt = 1 / scene.simulation.fps;
    scene.simulation.duration = 4;
    const SceneBench failed = bench_scene(scene, options);
    EXPECT_NE(failed.failure.find("failed at t ="), std::string::npos) << failed.failure;
    EXPECT_NE(to_text(failed).find("failed at t ="), std::string::npos);
}

TEST(SceneBench, GridsAreRefinedAndKeepTheirSize)
{
    SceneDescription scene = testing::hanging(10);
    const SceneDescription finer = with_particles(scene, 400);
    EXPECT_EQ(std::get<GridDescription>(finer.cloths[0].shape).particles, (std::array<int, 2>{20, 20}));
    EXPECT_EQ(std::get<GridDescription>(finer.cloths[0].shape).size,
              std::get<GridDescription>(scene.cloths[0].shape).size);
    scene.cloths[0].pins = {{.where = PinIndices{{3}}}};
    EXPECT_THROW((void)with_particles(scene, 400), InputError);
    scene.cloths[0].shape = MeshDescription{};
    EXPECT_THROW((void)with_particles(scene, 400), InputError);
}

TEST(SceneBench, ScalingIsMeasuredAndDrawn)
{
    const SceneScaling scaling = bench_scaling(testing::hanging(10), {1, 2}, {50, 100, 200}, few_steps());
    ASSERT_EQ(scaling.by_threads.size(), 2U);
    ASSERT_EQ(scaling.by_particles.size(), 3U);
    EXPECT_EQ(scaling.by_particles[0].particles, 49);
    EXPECT_EQ(scaling.by_particles[2].particles, 196);
    EXPECT_EQ(scaling.by_threads[0].particles, 100);
    const std::string text = to_text(scaling);
    for (const char* part : {"particles", "gain", "1.00", "196"}) EXPECT_NE(text.find(part), std::string::npos) << part;
    EXPECT_EQ(to_json(scaling)["by_particles"].size(), 3U);
    EXPECT_EQ(scaling_figure(scaling, "hanging").plots.size(), 2U);
}

TEST(SceneBench, CanBeEnded)
{
    const std::atomic<bool> stop = true;
    SceneBenchOptions options = few_steps();
    options.stop = &stop;
    EXPECT_EQ(bench_scene(testing::hanging(5), options).steps, 0);
    const SceneScaling scaling = bench_scaling(testing::hanging(5), {1}, {100}, options);
    EXPECT_TRUE(scaling.was_interrupted);
    EXPECT_TRUE(scaling.by_particles.empty());
}

}  // namespace
}  // namespace tulle
