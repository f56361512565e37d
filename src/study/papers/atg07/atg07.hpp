#pragma once
// Reproduction of ATG07 (velocity filter): velocities of a cloth with three methods, their spectra, longest stable
// steps over the filter's lambda, and computing time over particles and over stiffness. Times are processor times. The
// methods of a row take turns frame by frame, so that other work on the machine affects all of them equally.

#include "study/common/study_progress.hpp"
#include "study/common/sweep_run.hpp"
#include "study/papers/atg07/atg07_fish.hpp"
#include "study/papers/atg07/atg07_scene.hpp"
#include "study/spectrum/spectrum.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tulle {

/// Motion of a cloth with one method: Figures 4 and 5.
struct Atg07Motion {
    Atg07Method method{};
    double dt = 0;  // s
    SweepRunStatus status = SweepRunStatus::ok;
    GridMotion motion{};          // up to the end of the run
    VelocitySpectrum spectrum{};  // of all frames, with mirrored continuation
    VelocitySpectrum shown{};     // of one frame, with periodic continuation, as in the paper
};

/// Longest stable step of symplectic Euler with a filter over that without: Figure 6.
struct Atg07FilteredStep {
    FilterKind kind = FilterKind::plain;
    double lambda = 1;
    double paper = 1;  // by Algorithm 1
    double truth = 1;  // by the spectral radius; 0: no step is stable
};

/// Test whether a step is stable over a long run: section 7.1.
struct Atg07Held {
    Atg07Method method{};
    double part = 1;  // step over the method's longest stable step without filter
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;        // s, simulated
    double short_part = 0;  // fraction of the power in waves shorter than four spacings
};

struct Atg07Timed {
    Atg07Method method{};
    double dt = 0;  // s
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;     // s, simulated
    double seconds = 0;  // of processor time
    long steps = 0;
    double fall = 0;  // m, of the middle particle from its start to its lowest point
    [[nodiscard]] double seconds_per_second() const { return time > 0 ? seconds / time : 0; }
};

/// One point on the axis of the time comparison: Figure 8.
struct Atg07Row {
    int side = 20;    // particles along a side
    double k0 = 1e6;  // 1/s^2
    std::vector<Atg07Timed> methods{};
    [[nodiscard]] int particles() const { return side * side; }
};

struct Atg07Options {
    Atg07Choices choices{};
    double duration = 5;  // s, of Figure 4: the paper's
    double fps = 100;     // columns per second there: the paper's
    double shown = 1.5;   // s, of the frame in Figure 5
    std::vector<double> lambdas{0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8, 10, 12};
    std::vector<double> unfiltered_parts{0.8, 0.9, 1, 1.25};
    std::vector<double> filtered_parts{1, 1.25, 1.5, 2};
    std::vector<int> sides{10, 14, 20, 28, 40};
    std::vector<double> stiffnesses{1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    double timed = 1;                        // s, simulated in Figure 8; ten in the paper
    std::optional<SceneDescription> fish{};  // Figure 9; left out if not given
};

/// Returns options with few particles and short times, for a quick test of all parts. The figures then differ from the
/// paper's.
[[nodiscard]] Atg07Options atg07_quick_options();

/// Return the methods of Figure 4, and the methods of Figure 8.
[[nodiscard]] std::span<const Atg07Method> atg07_motion_methods();
[[nodiscard]] std::span<const Atg07Method> atg07_timed_methods();

struct Atg07Result {
    Atg07Options options{};
    int threads = 1;
    bool was_interrupted = false;
    std::vector<Atg07Motion> motions{};      // in the order of atg07_motion_methods()
    std::vector<Atg07FilteredStep> steps{};  // by kind, then by lambda
    std::vector<Atg07Held> held{};
    std::vector<Atg07Row> particles{};    // at the k0 of the choices
    std::vector<Atg07Row> stiffnesses{};  // with the side of the choices
    std::vector<Atg07Swim> swims{};
};

class Atg07Study {
public:
    explicit Atg07Study(Atg07Options options) : options_(std::move(options)) {}

    std::function<void(const StudyProgress&)> on_progress;
    /// Called after every part with results, so that partial results can be saved.
    std::function<void(const Atg07Result&)> on_result;
    /// When true, the study ends after the current frame; a signal handler may set it. Finished parts remain in the
    /// result.
    const std::atomic<bool>* stop = nullptr;

    /// Throws InputError in a build without FFTW.
    [[nodiscard]] Atg07Result run();

private:
    [[nodiscard]] bool keep_going() const { return stop == nullptr || !stop->load(); }
    void find_motions(Atg07Result& result);
    void find_steps(Atg07Result& result);
    void find_held(Atg07Result& result);
    [[nodiscard]] Atg07Row time_row(int side, double k0);
    /// Reports progress; `part` is the fraction done of the current part of the study.
    void tell(double part, const std::string& what);
    /// Begins the next part of the study; `share` is its rough fraction of the whole.
    void begin(double share)
    {
        done_ += share_;
        share_ = share;
    }

    Atg07Options options_;
    StudyClock clock_;
    double done_ = 0, share_ = 0;
};

}  // namespace tulle
