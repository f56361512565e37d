// Frames and runs (Tulle::scene): a program describes a scene, steps a simulation of it and writes VTK frames. It also
// runs the scene into a run directory with checkpoints, stops the run and resumes it. Both ways give the same frames.
//
// recorded_cloth DIRECTORY: writes into the new folder DIRECTORY.

#include <tulle/frame_writer.hpp>
#include <tulle/run.hpp>
#include <tulle/tulle.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

namespace fs = std::filesystem;

namespace {

tulle::SceneDescription hanging_cloth()
{
    tulle::ClothDescription cloth;
    cloth.shape = tulle::GridDescription{.size = {0.4, 0.4}, .particles = {11, 11}};
    cloth.pins = {{.where = tulle::PinCorner{false, false}}};
    tulle::SceneDescription scene;
    scene.simulation.duration = 0.4;
    scene.cloths = {cloth};
    return scene;
}

void expect(bool condition, const char* what)
{
    if (!condition) throw std::runtime_error(std::string("expected ") + what);
}

/// Writes the frames of a simulation that the program steps itself.
void record(const tulle::SceneDescription& scene, const fs::path& directory)
{
    fs::create_directories(directory);
    const auto writer = tulle::make_frame_writer("vtk", directory, scene.simulation.fps);
    tulle::Simulation simulation(scene);
    writer->write(tulle::current_frame(simulation));
    while (simulation.frame() < simulation.frame_count()) {
        const tulle::FrameReport report = simulation.advance_frame();
        if (tulle::is_failure(report.status)) throw std::runtime_error(simulation.explain(report.last));
        writer->write(tulle::current_frame(simulation));
    }
}

/// A receiver of frames of the program's own: it keeps the height of the lowest particle.
class LowestPoint final : public tulle::FrameWriter {
public:
    void write(const tulle::FrameData& frame) override
    {
        for (const tulle::Vec3& x : frame.positions) height = std::min(height, x.z());
        ++frames;
    }
    void resume_after(int count) override { frames = count; }

    double height = 0;  // m
    int frames = 0;
};

std::string bytes_of(const fs::path& file)
{
    std::ostringstream bytes;
    bytes << std::ifstream(file, std::ios::binary).rdbuf();
    return bytes.str();
}

}  // namespace

int main(int count, char** arguments)
{
    if (count != 2) {
        std::fprintf(stderr, "usage: recorded_cloth DIRECTORY\n");
        return 2;
    }
    try {
        const fs::path folder = arguments[1], run = folder / "run";
        const tulle::SceneDescription scene = hanging_cloth();
        record(scene, folder / "frames");

        // Stops the run after its fourth frame, as a user would who interrupts it.
        std::atomic<bool> stop = false;
        tulle::Runner runner(tulle::make_scene_file(scene, "hanging", {"vtk"}), {.directory = run});
        runner.stop = &stop;
        runner.on_progress = [&](const tulle::RunProgress& progress) { stop = progress.frame >= 4; };
        const tulle::RunResult stopped = runner.run();
        expect(stopped.record.status == tulle::RunStatus::stopped, "a run that stops");
        expect(stopped.record.totals.frames == 5, "the start and four frames");

        const auto lowest = std::make_shared<LowestPoint>();
        // The run directory has the scene: the command line could resume the run as well.
        tulle::Runner resumed(tulle::read_run_scene(run), {.directory = run, .resume = true, .writers = {lowest}});
        const tulle::RunResult finished = resumed.run();
        expect(finished.record.status == tulle::RunStatus::finished, "a run that finishes");
        expect(lowest->frames == finished.record.frame_count, "every frame in the program's own writer");

        const std::unique_ptr<tulle::RunFrames> frames = tulle::open_run(run);
        expect(frames->count() == finished.record.frame_count, "every frame in the run directory");
        expect(frames->read(frames->count() - 1).positions.size() == 11 * 11, "a frame with all particles");
        const std::string last = bytes_of(folder / "frames" / "frame_0010.vtp");
        expect(!last.empty() && last == bytes_of(run / "frame_0010.vtp"), "the same frames from both");

        std::printf("%d frames, stopped after %d and resumed; the lowest point was at z = %.3f m\n", frames->count(),
                    stopped.record.totals.frames, lowest->height);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
