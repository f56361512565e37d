#pragma once
// What the steps of a scene cost, and what of it this machine could not do faster: time by stages, and single kernels
// beside the speed at which memory can be read and written.

#include "study/common/study_progress.hpp"

#include <tulle/description.hpp>
#include <tulle/report.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

struct SceneBenchOptions {
    int warm_up = 10;  // steps before those that are measured
    int steps = 50;    // that are measured, fewer when the scene ends before
    int threads = 0;   // 0: all cores
    /// How often the program has asked for memory so far; without it nobody counts.
    std::function<long()> allocations{};
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const StudyProgress&)> on_progress{};
};

/// One pass of something that every step does many times, at the state after the steps.
struct BenchKernel {
    std::string name;
    double seconds = 0;  // the fastest of several
    double bytes = 0;    // that have to be read and written once, all that is small enough for a cache left out
    /// Bytes a second of the same on a net so coarse that caches hold it, once for every thread: what instructions
    /// allow. Only of scenes that can be made coarser.
    std::optional<double> rate_in_cache{};

    [[nodiscard]] double rate() const { return bytes / seconds; }  // bytes a second
};

struct SceneBench {
    std::string scene{}, method{}, solver{};
    int particles = 0;
    std::size_t springs = 0;
    int threads = 1;
    double dt = 0;             // s
    double build_seconds = 0;  // until the first step could be taken
    int steps = 0;
    double seconds = 0;             // of all steps
    double median_step = 0;         // s
    StageTimes stages{};            // s, of all steps
    long nonlinear_iterations = 0;  // of all steps, as are the next three
    long linear_iterations = 0;
    long matrix_refills = 0;
    int not_converged_steps = 0;
    std::optional<double> allocations{};  // a step, where they are counted
    std::optional<double> resident{};     // bytes a particle, of the whole simulation; where the system tells
    double bandwidth = 0;                 // bytes a second, see triad_bandwidth
    std::vector<BenchKernel> kernels{};
    std::string failure{};  // why the steps ended early; empty: they did not

    [[nodiscard]] double seconds_per_particle_step() const
    {
        return steps == 0 ? 0 : seconds / steps / static_cast<double>(particles);
    }
};

/// Bytes a second of a[i] = b[i] + c * d[i] over arrays that no cache holds, 24 bytes each: two numbers are read and
/// one is written. The fastest of several passes, with the threads that are allowed.
[[nodiscard]] double triad_bandwidth();

/// Throws InputError as Simulation does.
[[nodiscard]] SceneBench bench_scene(const SceneDescription& scene, const SceneBenchOptions& options);

/// How a scene scales: its own steps with more and more threads, and with one thread on finer and coarser nets.
struct SceneScaling {
    std::vector<SceneBench> by_threads{}, by_particles{};
    bool was_interrupted = false;
};

/// The scene with about `particles` in all: its grids are refined or coarsened alike and keep their size and mass.
/// Throws InputError where something else than grids has particles.
[[nodiscard]] SceneDescription with_particles(SceneDescription scene, double particles);

/// `threads` at the scene's own size, `particles` with the threads of the options.
[[nodiscard]] SceneScaling bench_scaling(const SceneDescription& scene, const std::vector<int>& threads,
                                         const std::vector<double>& particles, const SceneBenchOptions& options);

}  // namespace tulle
