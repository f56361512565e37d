#pragma once
// Runs a scene into a run directory: frame by frame, nothing lost when it is interrupted.

#include "run/run_json.hpp"

#include <tulle/scene_file.hpp>
#include <tulle/simulation.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

namespace tulle {

struct RunOptions {
    std::filesystem::path directory;  // empty: runs/<scene name>, numbered when that is taken
    bool resume = false;              // go on in `directory` from its checkpoint
    int threads = 0;                  // 0: all cores
    bool certify = false;             // check every frame (cloth_check.hpp); a run that began so goes on so
};

struct RunProgress {
    int frame = 0;        // reached
    int frame_count = 0;  // to reach
    double time = 0;      // s, simulated
    int contacts = 0;
    double elapsed = 0;    // s of wall time in this sitting
    double remaining = 0;  // s of wall time, estimated
};

struct RunResult {
    RunRecord record;  // status and message say how it ended
    std::filesystem::path directory;
    bool was_finished = false;  // a resumed run had nothing left to do
};

class Runner {
public:
    /// `scene` is what read_run_scene gave when the run is resumed.
    Runner(SceneFile scene, RunOptions options);

    /// Called once the run directory is there, before the first step.
    std::function<void(const std::filesystem::path& directory)> on_start;
    /// Called after every frame.
    std::function<void(const RunProgress&)> on_progress;
    /// Called once in a run, for the first frame in which cloth passes through cloth.
    std::function<void(const std::string& what)> on_intersection;
    /// The run stops after the frame at hand once this is true; may be set by a signal handler.
    const std::atomic<bool>* stop = nullptr;

    /// Throws InputError, having written nothing, for a bad scene, a directory that is taken or cannot be written, too
    /// little space and a damaged checkpoint. What goes wrong later is in the result: every frame before it is kept.
    [[nodiscard]] RunResult run();

private:
    SceneFile scene_;
    RunOptions options_;
};

}  // namespace tulle
