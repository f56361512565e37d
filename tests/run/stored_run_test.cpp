#include "run/stored_run.hpp"

#include "output/frame_cache.hpp"
#include "run/run_fixture.hpp"
#include "run/runner.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

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

}  // namespace
}  // namespace tulle
