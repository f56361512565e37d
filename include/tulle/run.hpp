#pragma once
// Runs: simulates a scene into a run directory, frame by frame, with checkpoints; resumes a run that was interrupted;
// reads the frames of a run. Part of Tulle::scene. docs/outputs.md describes the files of a run directory.
//
// Thread safety: the free functions share no state. A Runner serves one thread at a time, except that any thread may
// set `stop` during a run. Runners in different directories may run in different threads; RunOptions::threads then
// limits the threads of the whole process, as ThreadLimit does (tulle/threads.hpp).

#include <tulle/frame_writer.hpp>
#include <tulle/report.hpp>
#include <tulle/run_frames.hpp>
#include <tulle/scene_file.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

struct RunOptions {
    std::filesystem::path directory{};  // empty: runs/<scene name>, with a number if it is taken
    bool resume = false;                // resume the run in `directory` from its checkpoint
    int threads = 0;                    // 0: all cores
    bool certify = false;               // look for intersections in every frame; a resumed run keeps its setting
    /// Receive every frame after the files of the scene's formats. A resumed run calls `resume_after` with the number
    /// of frames in its checkpoint before it writes. An exception of a writer ends the run as failed.
    std::vector<std::shared_ptr<FrameWriter>> writers{};
};

struct RunProgress {
    int frame = 0;        // current frame
    int frame_count = 0;  // last frame
    double time = 0;      // s, simulated time
    int contacts = 0;
    double elapsed = 0;    // s of wall time since the start or the resumption
    double remaining = 0;  // s of wall time, estimated
};

enum class RunStatus { running, finished, stopped, failed };

/// Returns "running", "finished", "stopped" or "failed".
[[nodiscard]] std::string_view name_of(RunStatus status);

/// Totals of a run, summed over its frames and over all segments of a resumed run.
struct RunTotals {
    int frames = 0;  // complete on disk, the start included
    long steps = 0;
    long not_converged_steps = 0;
    double speed_left = 0;  // m/s, largest remaining speed of a step (StepReport)
    long nonlinear_iterations = 0;
    long linear_iterations = 0;
    long matrix_refills = 0;
    long rejected_steps = 0;     // by methods with error control
    double smallest_dt = 0;      // s
    double largest_dt = 0;       // s
    double largest_stretch = 0;  // of structural springs, over all frames
    long torn_faces = 0;
    double first_tear = -1;  // s; negative: no face tore
};

/// Certificate of a run: the intersections and gaps in all frames checked so far. metrics.csv has the values per frame.
struct RunCertificate {
    int frames = 0;          // number of checked frames
    long intersections = 0;  // summed over the frames
    int frames_with_intersections = 0;
    double smallest_gap = std::numeric_limits<double>::infinity();  // m
    double deepest_crossing = 0;                                    // m
    double reach = 0;                                               // m; larger gaps were not searched

    [[nodiscard]] bool is_free() const { return intersections == 0; }
};

/// Record of a run, as in run.json.
struct RunRecord {
    // More than fifteen fields: the record has one for each entry of run.json.
    std::string scene;
    int threads = 1;
    int frame_count = 0;  // frames of the scene, the start included
    int particles = 0;
    long springs = 0;
    long faces = 0;
    double dt = 0;       // s
    std::string method;  // the integrator and its solution method
    std::string solver;  // the linear solver and the reason for it
    std::string step;    // the reason for the length of steps
    RunTotals totals;
    std::optional<RunCertificate> certificate;  // only of runs that check their frames
    StageTimes stages;                          // s of wall time; these four cover all segments of a resumed run
    double output_seconds = 0;
    double certify_seconds = 0;
    double wall_seconds = 0;
    int resumed = 0;  // number of times that the run was resumed
    RunStatus status = RunStatus::running;
    std::vector<std::string> warnings;  // of the scene
    std::string message;                // reason of a stop or failure, or a note on the result; may be empty
};

struct RunResult {
    RunRecord record;  // status and message tell how the run ended
    std::filesystem::path directory;
    bool was_finished = false;  // the run to resume was already finished
};

/// Runs a scene, or resumes a run. A run directory belongs to one runner of one process at a time. A run gives the same
/// frames, whether it was interrupted or not.
class Runner {
public:
    /// `scene` must come from read_scene or make_scene_file, because the run directory has its text and its data files;
    /// for a resumed run from read_run_scene.
    Runner(SceneFile scene, RunOptions options);
    /// Takes a scene that a program describes, as make_scene_file(scene): the name is "scene", and the run writes no
    /// formats besides its own frames, which write_frames exports later. An equal description also resumes the run.
    /// Throws InputError as make_scene_file does.
    Runner(const SceneDescription& scene, RunOptions options);

    // The thread that calls `run` calls these functions. An exception of on_start reaches the caller of `run`;
    // exceptions of the other two end the run as failed.

    /// Called after the run directory is created, before the first step.
    std::function<void(const std::filesystem::path& directory)> on_start;
    /// Called after every frame.
    std::function<void(const RunProgress&)> on_progress;
    /// Called once in a run, for the first frame in which cloth intersects cloth or a rigid body.
    std::function<void(const std::string& what)> on_intersection;
    /// If the variable that `stop` points to becomes true, the run stops after the current frame. A signal handler may
    /// set the variable.
    const std::atomic<bool>* stop = nullptr;

    /// Runs the scene. Throws InputError, before anything is written, for an invalid scene, a directory that is taken
    /// or cannot be written, too little disk space, or a damaged checkpoint. Later errors are in the result, and all
    /// earlier frames are kept.
    [[nodiscard]] RunResult run();

private:
    SceneFile scene_;
    RunOptions options_;
};

/// Returns the scene of the run in `directory`. Throws InputError if there is no run.
[[nodiscard]] SceneFile read_run_scene(const std::filesystem::path& directory);

/// Opens the frames of a run. Throws InputError if `directory` has no run or no frames. The run may still be in
/// progress: then the frames are the ones that exist now.
[[nodiscard]] std::unique_ptr<RunFrames> open_run(const std::filesystem::path& directory);
/// Opens a run whose scene has already been read.
[[nodiscard]] std::unique_ptr<RunFrames> open_run(const std::filesystem::path& directory, SceneFile scene);

}  // namespace tulle
