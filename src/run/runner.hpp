#pragma once
// Simulates a scene into a run directory, frame by frame, with checkpoints. An interrupted run keeps its frames.

#include "run/run_json.hpp"

#include <tulle/scene_file.hpp>
#include <tulle/simulation.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

namespace tulle {

struct RunOptions {
    std::filesystem::path directory;  // empty: runs/<scene name>, with a number if it is taken
    bool resume = false;              // resume the run in `directory` from its checkpoint
    int threads = 0;                  // 0: all cores
    bool certify = false;             // check every frame (cloth_check.hpp); a resumed run keeps its setting
};

struct RunProgress {
    int frame = 0;        // current frame
    int frame_count = 0;  // last frame
    double time = 0;      // s, simulated time
    int contacts = 0;
    double elapsed = 0;    // s of wall time since the start or the resumption
    double remaining = 0;  // s of wall time, estimated
};

struct RunResult {
    RunRecord record;  // status and message tell how the run ended
    std::filesystem::path directory;
    bool was_finished = false;  // the run to resume was already finished
};

class Runner {
public:
    /// For a resumed run, `scene` must come from read_run_scene.
    Runner(SceneFile scene, RunOptions options);

    /// Called after the run directory is created, before the first step.
    std::function<void(const std::filesystem::path& directory)> on_start;
    /// Called after every frame.
    std::function<void(const RunProgress&)> on_progress;
    /// Called once in a run, for the first frame in which cloth intersects cloth or a rigid body.
    std::function<void(const std::string& what)> on_intersection;
    /// If this becomes true, the run stops after the current frame. A signal handler may set it.
    const std::atomic<bool>* stop = nullptr;

    /// Runs the scene. Throws InputError, before anything is written, for an invalid scene, a directory that is taken
    /// or cannot be written, too little disk space, or a damaged checkpoint. Later errors are in the result, and all
    /// earlier frames are kept.
    [[nodiscard]] RunResult run();

private:
    SceneFile scene_;
    RunOptions options_;
};

}  // namespace tulle
