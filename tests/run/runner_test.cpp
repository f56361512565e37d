#include <tulle/run.hpp>

#include "core/list_names.hpp"
#include "run/checkpoint.hpp"
#include "run/run_fixture.hpp"
#include "run/scene_hash.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace tulle {
namespace {

namespace fs = std::filesystem;

class RunnerTest : public ::testing::Test {
protected:
    RunnerTest() { write_text(folder_ / "swing.toml", small_scene); }

    [[nodiscard]] SceneFile scene(const std::vector<std::string>& overrides = {}) const
    {
        return read_scene(folder_ / "swing.toml", overrides);
    }

    /// A run from the start to the end, to compare others with.
    [[nodiscard]] fs::path whole_run() const
    {
        const fs::path directory = folder_ / "whole";
        EXPECT_EQ(Runner(scene(), {.directory = directory}).run().record.status, RunStatus::finished);
        return directory;
    }

    /// A run that stops once `frames` frames after the start are there.
    [[nodiscard]] fs::path stopped_run(int frames) const
    {
        const fs::path directory = folder_ / "stopped";
        std::atomic<bool> stop{frames == 0};
        Runner runner(scene(), {.directory = directory});
        runner.stop = &stop;
        runner.on_progress = [&](const RunProgress& progress) { stop = progress.frame >= frames; };
        const RunResult result = runner.run();
        EXPECT_EQ(result.record.status, RunStatus::stopped);
        EXPECT_EQ(result.record.totals.frames, frames + 1);
        EXPECT_NE(result.record.message.find("--resume"), std::string::npos);
        return directory;
    }

    [[nodiscard]] static RunResult resume(const fs::path& directory)
    {
        return Runner(read_run_scene(directory), {.directory = directory, .resume = true}).run();
    }

    TemporaryFolder folder_;
};

TEST_F(RunnerTest, WritesTheStartAndEveryFrame)
{
    const fs::path directory = whole_run();
    const auto files = files_in(directory);
    EXPECT_EQ(files.at("scene.toml"), small_scene);
    for (const char* name : {"frame_0000.obj", "frame_0010.obj", "frame_0010.ply", "frame_0010.vtp", "frames.pvd",
                             "cloth.pc2", "metrics.csv", "checkpoint"}) {
        EXPECT_TRUE(files.contains(name)) << name;
    }
    EXPECT_FALSE(files.contains("frame_0011.obj"));
    EXPECT_EQ(std::ranges::count(files.at("metrics.csv"), '\n'), 12);  // a header and 11 frames

    const auto json = nlohmann::json::parse(files.at("run.json"));
    EXPECT_EQ(json["status"], "finished");
    EXPECT_EQ(json["scene"], "swing");
    EXPECT_EQ(json["totals"]["frames"], 11);
    EXPECT_EQ(json["totals"]["steps"], 20);
    EXPECT_GT(json["totals"]["largest_stretch"], 0.0);
}

TEST_F(RunnerTest, ReportsProgressFrameByFrame)
{
    std::vector<int> frames;
    Runner runner(scene(), {.directory = folder_ / "run"});
    runner.on_progress = [&](const RunProgress& progress) {
        frames.push_back(progress.frame);
        EXPECT_EQ(progress.frame_count, 10);
        EXPECT_DOUBLE_EQ(progress.time, progress.frame / 25.0);
        EXPECT_GE(progress.remaining, 0);
    };
    (void)runner.run();
    EXPECT_EQ(frames, (std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST_F(RunnerTest, AStoppedRunGoesOnToTheSameBytes)
{
    const fs::path whole = whole_run();
    for (const int frames : {0, 1, 6}) {
        const fs::path directory = stopped_run(frames);
        const RunResult result = resume(directory);
        EXPECT_EQ(result.record.status, RunStatus::finished) << result.record.message;
        EXPECT_EQ(result.record.scene, "swing");
        EXPECT_EQ(result.record.totals.steps, 20);
        EXPECT_EQ(result.record.resumed, 1);
        expect_same_run(whole, directory);
        fs::remove_all(directory);
    }
}

/// A receiver of frames of a program's own.
class Recorder final : public FrameWriter {
public:
    void write(const FrameData& frame) override
    {
        if (frame.frame == fails_at) throw std::runtime_error("the receiver is full");
        frames.push_back(frame.frame);
        highest = std::max(highest, frame.positions[0].z());
    }
    void resume_after(int kept) override { resumed_after = kept; }

    std::vector<int> frames;
    double highest = -1;  // m
    int resumed_after = -1;
    int fails_at = -1;
};

TEST_F(RunnerTest, AProgramsOwnWriterReceivesEveryFrameAndResumesWithTheRun)
{
    const auto recorder = std::make_shared<Recorder>();
    const fs::path directory = folder_ / "run";
    std::atomic<bool> stop{false};
    Runner runner(scene(), {.directory = directory, .writers = {recorder}});
    runner.stop = &stop;
    runner.on_progress = [&](const RunProgress& progress) { stop = progress.frame >= 2; };
    EXPECT_EQ(runner.run().record.status, RunStatus::stopped);
    EXPECT_EQ(recorder->frames, (std::vector{0, 1, 2}));
    EXPECT_EQ(recorder->resumed_after, -1) << "a new run resumes nothing";
    EXPECT_EQ(recorder->highest, 0) << "the pinned corner";

    const auto rest = std::make_shared<Recorder>();
    Runner resumed(read_run_scene(directory), {.directory = directory, .resume = true, .writers = {rest}});
    EXPECT_EQ(resumed.run().record.status, RunStatus::finished);
    EXPECT_EQ(rest->resumed_after, 3);
    EXPECT_EQ(rest->frames, (std::vector{3, 4, 5, 6, 7, 8, 9, 10}));
    expect_same_run(whole_run(), directory);
}

TEST_F(RunnerTest, RefusesSceneFilesThatItCouldNotWriteOrResumeBeforeItWrites)
{
    const fs::path directory = folder_ / "refused";
    const auto message = [&](const SceneFile& file) -> std::string {
        try {
            (void)Runner(file, {.directory = directory}).run();
        } catch (const InputError& error) {
            return error.problems()[0].text();
        }
        return "nothing was thrown";
    };
    SceneFile other_format = scene();
    other_format.formats = {"fbx"};
    EXPECT_EQ(message(other_format),
              "output.formats: expected one of " + list_names(output_choices(), &Choice::name) + ", found \"fbx\"");
    SceneFile of_a_program{.scene = scene().scene, .name = "swing", .formats = {}, .text = ""};
    EXPECT_EQ(message(of_a_program).substr(0, 12), "scene.text: ");
    EXPECT_FALSE(fs::exists(directory));
}

TEST_F(RunnerTest, AnErrorOfAProgramsOwnWriterEndsTheRun)
{
    const auto recorder = std::make_shared<Recorder>();
    recorder->fails_at = 2;
    const RunResult result = Runner(scene(), {.directory = folder_ / "run", .writers = {recorder}}).run();
    EXPECT_EQ(result.record.status, RunStatus::failed);
    EXPECT_EQ(result.record.message, "the receiver is full");
    EXPECT_EQ(result.record.totals.frames, 2);
}

TEST_F(RunnerTest, RunnersInDifferentDirectoriesMayRunAtTheSameTime)
{
    const fs::path whole = whole_run();
    const std::vector<fs::path> directories{folder_ / "one", folder_ / "two"};
    std::vector<std::thread> threads;
    for (const fs::path& directory : directories)
        threads.emplace_back([&, directory] {
            EXPECT_EQ(Runner(scene(), {.directory = directory}).run().record.status, RunStatus::finished);
        });
    for (std::thread& thread : threads) thread.join();
    for (const fs::path& directory : directories) expect_same_run(whole, directory);
}

TEST_F(RunnerTest, FramesTheCheckpointDoesNotCountAreWrittenAgain)
{
    const fs::path whole = whole_run();
    const fs::path directory = stopped_run(4);
    const std::string checkpoint = read_text(directory / "checkpoint");
    EXPECT_EQ(resume(directory).record.status, RunStatus::finished);
    write_text(directory / "checkpoint", checkpoint);  // as if killed before any later one was written
    write_text(directory / ".frame_0006.vtp.part", "half");
    EXPECT_EQ(resume(directory).record.status, RunStatus::finished);
    expect_same_run(whole, directory);
}

TEST_F(RunnerTest, ARunKilledBeforeItsFirstCheckpointStartsAnew)
{
    const fs::path whole = whole_run();
    const fs::path directory = stopped_run(3);
    fs::remove(directory / "checkpoint");
    EXPECT_EQ(resume(directory).record.status, RunStatus::finished);
    expect_same_run(whole, directory);
}

TEST_F(RunnerTest, AFinishedRunStaysAsItIs)
{
    const fs::path directory = whole_run();
    const auto before = files_in(directory);
    const RunResult result = resume(directory);
    EXPECT_TRUE(result.was_finished);
    EXPECT_EQ(result.record.status, RunStatus::finished);
    EXPECT_EQ(files_in(directory), before);
}

TEST_F(RunnerTest, ARunKilledAfterItsLastFrameGetsItsLastFiles)
{
    const std::vector<std::string> overrides{R"(output.formats=["usd", "gltf"])"};
    const fs::path whole = folder_ / "whole", directory = folder_ / "killed";
    for (const fs::path& run : {whole, directory})
        EXPECT_EQ(Runner(scene(overrides), {.directory = run}).run().record.status, RunStatus::finished);
    for (const char* name : {"swing.usda", "swing.glb", "view.html"}) fs::remove(directory / name);
    std::string record = read_text(directory / "run.json");
    record.replace(record.find("\"finished\""), 10, "\"running\"");
    write_text(directory / "run.json", record);

    const RunResult result = resume(directory);
    EXPECT_EQ(result.record.status, RunStatus::finished);
    EXPECT_FALSE(result.was_finished);
    expect_same_run(whole, directory);
    EXPECT_TRUE(resume(directory).was_finished);
}

TEST_F(RunnerTest, AMeshThatChangedIsNotResumedWith)
{
    constexpr std::string_view mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n";
    for (const char* file : {"cloth.obj", "rock.obj"}) write_text(folder_ / file, mesh);
    write_text(folder_ / "meshed.toml",
               "[simulation]\nduration = 0.4\n[[cloth]]\nmesh = \"cloth.obj\"\nareal_density = 0.2\n"
               "[[obstacle]]\nshape = \"mesh\"\nmesh = \"rock.obj\"\ntranslation = [0, 0, -9]\n");
    const fs::path directory = folder_ / "stopped";
    std::atomic<bool> stop{false};
    Runner runner(read_scene(folder_ / "meshed.toml"), {.directory = directory});
    runner.stop = &stop;
    runner.on_progress = [&](const RunProgress&) { stop = true; };
    EXPECT_EQ(runner.run().record.status, RunStatus::stopped);
    std::string moved(mesh);
    moved.replace(moved.find("1 1 0"), 5, "1 2 0");
    for (const char* file : {"cloth.obj", "rock.obj"}) {
        write_text(folder_ / file, moved);
        EXPECT_THROW((void)resume(directory), InputError) << file;
        write_text(folder_ / file, mesh);
    }
    EXPECT_EQ(resume(directory).record.status, RunStatus::finished);
}

TEST_F(RunnerTest, ADamagedCheckpointIsRefusedAndNothingTouched)
{
    const fs::path directory = stopped_run(3);
    std::string bytes = read_text(directory / "checkpoint");
    bytes[bytes.size() / 2] ^= 1;
    write_text(directory / "checkpoint", bytes);
    const auto before = files_in(directory);
    EXPECT_THROW((void)resume(directory), InputError);
    EXPECT_EQ(files_in(directory), before);
}

TEST_F(RunnerTest, ACheckpointOfAnotherSceneIsRefused)
{
    const fs::path directory = stopped_run(3);
    write_text(directory / "scene.toml", scene({"cloth[0].areal_density=0.3"}).text);
    EXPECT_THROW((void)resume(directory), InputError);
}

TEST_F(RunnerTest, FramesThatAreGoneAreReported)
{
    const fs::path directory = stopped_run(3);
    fs::remove(directory / "frames.pvd");
    EXPECT_THROW((void)resume(directory), InputError);
}

TEST_F(RunnerTest, ATakenDirectoryIsRefused)
{
    const fs::path directory = whole_run();
    const auto before = files_in(folder_.path());
    EXPECT_THROW((void)Runner(scene(), {.directory = directory}).run(), InputError);
    EXPECT_EQ(files_in(folder_.path()), before);
}

TEST_F(RunnerTest, ARunTooLargeForTheDiskWritesNothing)
{
    const auto before = files_in(folder_.path());
    Runner runner(scene({"simulation.duration=1e7", "cloth[0].grid.particles=[200, 200]"}),
                  {.directory = folder_ / "new/run"});
    EXPECT_THROW((void)runner.run(), InputError);
    EXPECT_EQ(files_in(folder_.path()), before);
    EXPECT_FALSE(fs::exists(folder_ / "new"));
}

TEST_F(RunnerTest, AnExplosionKeepsTheFramesBefore)
{
    const fs::path directory = folder_ / "run";
    const RunResult result = Runner(scene({"integrator.method=symplectic-euler"}), {.directory = directory}).run();
    EXPECT_EQ(result.record.status, RunStatus::failed);
    EXPECT_NE(result.record.message, "");
    const auto files = files_in(directory);
    EXPECT_TRUE(files.contains("frame_0000.obj"));
    EXPECT_EQ(nlohmann::json::parse(files.at("run.json"))["status"], "failed");
    const Checkpoint checkpoint =
        read_checkpoint(directory / "checkpoint", hash_of(scene({"integrator.method=symplectic-euler"})));
    EXPECT_GE(checkpoint.totals.frames, 1);
    EXPECT_LE(checkpoint.totals.frames, result.record.totals.frames);
    EXPECT_LT(result.record.totals.frames, 11);
}

}  // namespace
}  // namespace tulle
