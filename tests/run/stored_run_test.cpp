#include <tulle/run.hpp>

#include "output/frame_cache.hpp"
#include "run/metrics_reader.hpp"
#include "run/run_fixture.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <algorithm>

namespace tulle {
namespace {

class StoredRunTest : public ::testing::Test {
protected:
    StoredRunTest()
    {
        write_text(folder_ / "swing.toml", small_scene);
        EXPECT_EQ(Runner(read_scene(folder_ / "swing.toml"), {.directory = run_}).run().record.status,
                  RunStatus::finished);
    }

    TemporaryFolder folder_;
    const std::filesystem::path run_ = folder_ / "run";
};

TEST_F(StoredRunTest, ShowsWhatWasSimulated)
{
    const auto frames = open_run(run_);
    EXPECT_EQ(frames->name(), "swing");
    EXPECT_EQ(frames->fps(), 25);
    ASSERT_EQ(frames->count(), 11);
    EXPECT_EQ(frames->obstacles().size(), 1U);
    ASSERT_EQ(frames->cloths().size(), 1U);
    EXPECT_EQ(frames->cloths()[0].faces.size(), 2U * 7 * 7);

    Simulation simulation(read_scene(folder_ / "swing.toml").scene);
    for (int frame = 0; frame < 11; ++frame) {
        if (frame > 0) (void)simulation.advance_frame();
        const FrameData& stored = frames->read(frame);
        EXPECT_EQ(stored.time, simulation.time());
        const std::span<const Vec3> x = simulation.visible_positions();
        double largest_stretch = -1;
        const std::span<const double> stretch = frames->values(1);
        double fastest = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            EXPECT_LT((stored.positions[i] - x[i]).norm(), 1e-7);
            largest_stretch = std::max(largest_stretch, stretch[i]);
            fastest = std::max(fastest, simulation.velocities()[i].norm());
        }
        EXPECT_NEAR(largest_stretch, simulation.measure().largest_stretch, 1e-5);
        const std::span<const double> speed = frames->values(0);
        EXPECT_NEAR(*std::max_element(speed.begin(), speed.end()), fastest, 1e-5);
        EXPECT_EQ(frames->metrics().rows[static_cast<std::size_t>(frame)][1], simulation.time());
    }
}

TEST_F(StoredRunTest, HasTheTensionThatTheSimulationHas)
{
    const auto frames = open_run(run_);
    Simulation simulation(read_scene(folder_ / "swing.toml").scene);
    double largest = 0;
    for (int frame = 0; frame < 5; ++frame) {
        if (frame > 0) (void)simulation.advance_frame();
        const std::vector<double> now = simulation.field("tension");
        (void)frames->read(frame);
        const std::span<const double> stored = frames->values(5);
        ASSERT_EQ(frames->fields()[5].name, "tension");
        // Stored positions are rounded to single precision.
        for (std::size_t i = 0; i < now.size(); ++i) EXPECT_NEAR(stored[i], now[i], 1e-3);
        largest = std::max(largest, *std::ranges::max_element(now));
    }
    EXPECT_GT(largest, 0.5);
}

TEST_F(StoredRunTest, AFrameThatIsNotThereIsRefused)
{
    const auto frames = open_run(run_);
    for (const int index : {-1, 11}) {
        try {
            (void)frames->read(index);
            FAIL() << "read frame " << index;
        } catch (const InputError& error) {
            EXPECT_EQ(error.problems()[0].text(),
                      "swing: expected a frame from 0 to 10, found " + std::to_string(index));
        }
    }
    EXPECT_EQ(frames->read(10).frame, 10);
}

TEST_F(StoredRunTest, MoreFramesThanRowsAreNotShown)
{
    std::string metrics = read_text(run_ / "metrics.csv");
    metrics.pop_back();  // the last row has not ended yet
    write_text(run_ / "metrics.csv", metrics);
    EXPECT_EQ(open_run(run_)->count(), 10);
}

TEST_F(StoredRunTest, WhatIsNoRunIsRefusedByName)
{
    EXPECT_THROW((void)open_run(folder_ / "nothing"), InputError);
    std::filesystem::remove(run_ / frame_cache_name);
    try {
        (void)open_run(run_);
        FAIL() << "showed frames that are not there";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(frame_cache_name), std::string::npos) << error.what();
    }
}

TEST_F(StoredRunTest, AMetricsRowThatIsNoneIsNamedByLine)
{
    write_text(run_ / "metrics.csv", "frame,time_s\n0,0\n1,oops\n");
    try {
        (void)read_metrics(run_ / "metrics.csv", 5);
        FAIL() << "read oops as a number";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("metrics.csv:3"), std::string::npos) << error.what();
    }
}

/// A strip of the weak fabric that comes with Tulle, pulled apart.
constexpr const char* torn_scene = R"(
[simulation]
duration = 0.3
fps = 20
gravity = [0, 0, 0]
[integrator]
method = "backward-euler"
dt = 0.005
[[cloth]]
name = "strip"
grid = { size = [0.2, 0.05], particles = [13, 4] }
fabric = "worn_cotton"
pin = [{ edge = "min-first" },
       { edge = "max-first", keyframes = [{ time = 0 }, { time = 0.25, translation = [0.03, 0, 0] }] }]
[output]
formats = ["obj", "usd"]
)";

TEST(TornRun, HasTheFacesThatStandInEveryFrameAndSaysWhenItTore)
{
    const TemporaryFolder folder;
    write_text(folder / "strip.toml", torn_scene);
    const SceneFile scene = read_scene(folder / "strip.toml");
    const std::filesystem::path run = folder / "run";
    const RunResult result = Runner(scene, {.directory = run}).run();
    ASSERT_EQ(result.record.status, RunStatus::finished);
    EXPECT_GT(result.record.totals.torn_faces, 2);
    EXPECT_EQ(result.record.faces, 72);
    EXPECT_GT(result.record.totals.first_tear, 0.05);
    EXPECT_LT(result.record.totals.first_tear, 0.3);

    const auto frames = open_run(run);
    Simulation simulation(scene.scene);
    for (int frame = 0; frame < frames->count(); ++frame) {
        if (frame > 0) (void)simulation.advance_frame();
        EXPECT_TRUE(std::ranges::equal(frames->read(frame).cloths[0].faces, simulation.cloths()[0].faces)) << frame;
        EXPECT_TRUE(std::ranges::equal(frames->read(frame).intact, simulation.intact_faces()));
        EXPECT_EQ(frames->cloths()[0].faces.size(), 72U);
        const std::span<const double> stretch = frames->values(1);
        EXPECT_LT(*std::max_element(stretch.begin(), stretch.end()), 0.06);
    }
    EXPECT_EQ(simulation.measure().torn_faces, result.record.totals.torn_faces);
    EXPECT_NE(read_text(run / "strip.usda").find("faceVertexIndices.timeSamples"), std::string::npos);
}

}  // namespace
}  // namespace tulle
