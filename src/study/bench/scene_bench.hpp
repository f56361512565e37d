#pragma once
// Benchmark of a scene: time of its steps by stages, and memory throughput of single kernels (forces, sparse matrix
// products) beside the memory bandwidth of the machine, which limits them.

#include "study/common/study_progress.hpp"

#include <tulle/description.hpp>
#include <tulle/report.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

struct SceneBenchOptions {
    int warm_up = 10;  // steps before the measured steps
    int steps = 50;    // measured steps; fewer when the scene ends before
    int threads = 0;   // 0: all cores
    /// Returns the number of memory allocations of the program so far. Without it allocations are not counted.
    std::function<long()> allocations{};
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const StudyProgress&)> on_progress{};
};

/// One pass of a kernel that every step executes many times, measured at the state after the steps.
struct BenchKernel {
    std::string name;
    double seconds = 0;  // s, the fastest of several passes
    double bytes = 0;    // read and written once, without data that fit into a cache
    /// Bytes per second of the same kernel on a grid so coarse that it fits into the caches, times the number of
    /// threads: the limit by instructions instead of memory. Only for scenes whose grids can be made coarser.
    std::optional<double> rate_in_cache{};

    [[nodiscard]] double rate() const { return bytes / seconds; }  // bytes per second
};

struct SceneBench {
    // More than fifteen fields: the record has one for each number of `tulle bench --json`.
    std::string scene{}, method{}, solver{};
    int particles = 0;
    std::size_t springs = 0;
    int threads = 1;
    double dt = 0;             // s
    double build_seconds = 0;  // until the first step can start
    int steps = 0;
    double seconds = 0;             // of all steps
    double median_step = 0;         // s
    StageTimes stages{};            // s, of all steps
    long nonlinear_iterations = 0;  // of all steps, like the next three
    long linear_iterations = 0;
    long matrix_refills = 0;
    int not_converged_steps = 0;
    std::optional<double> allocations{};  // per step, if they are counted
    std::optional<double> resident{};     // bytes per particle, of the simulation; if known
    double bandwidth = 0;                 // bytes per second, see triad_bandwidth
    std::vector<BenchKernel> kernels{};
    std::string failure{};  // why the steps ended early; empty: no failure

    [[nodiscard]] double seconds_per_particle_step() const
    {
        return steps == 0 ? 0 : seconds / steps / static_cast<double>(particles);
    }
};

/// Returns the memory bandwidth in bytes per second, measured by the triad a[i] = b[i] + c * d[i] over arrays that do
/// not fit into a cache. Each entry counts 24 bytes: two numbers are read and one is written. The result is the fastest
/// of several passes, with all threads that are allowed.
[[nodiscard]] double triad_bandwidth();

/// Runs and measures the steps of a scene. Throws InputError as Simulation does.
[[nodiscard]] SceneBench bench_scene(const SceneDescription& scene, const SceneBenchOptions& options);

/// Scaling of a scene: its time per step over the number of threads, and over the number of particles on finer and
/// coarser grids.
struct SceneScaling {
    std::vector<SceneBench> by_threads{}, by_particles{};
    bool was_interrupted = false;
};

/// Returns the scene with about `particles` particles: all grids are refined or coarsened by the same factor, and keep
/// their size and mass. Throws InputError when a cloth is not a grid, or has pins by index.
[[nodiscard]] SceneDescription with_particles(SceneDescription scene, double particles);

/// Measures the scene at its own size with each number of `threads`, and with each number of `particles` with the
/// threads of the options.
[[nodiscard]] SceneScaling bench_scaling(const SceneDescription& scene, const std::vector<int>& threads,
                                         const std::vector<double>& particles, const SceneBenchOptions& options);

}  // namespace tulle
