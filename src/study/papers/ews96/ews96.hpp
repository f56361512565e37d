#pragma once
// Reproduction of EWS96's three examples, with the paper's two methods and with Tulle's: step sizes, shares of the
// computing time, and time per frame. Times are processor times, as in the paper, so that other programs on the machine
// do not count.

#include "study/common/study_progress.hpp"
#include "study/common/sweep_run.hpp"
#include "study/papers/ews96/ews96_rows.hpp"

#include <atomic>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace tulle {

/// A method and its step.
struct Ews96Method {
    std::string_view name;
    std::string_view integrator;
    NewtonKind newton;
    double dt;          // s; 0: chosen by the method, or by limit_part
    double limit_part;  // step over the largest stable step; 0: not used
    double cost;        // rough time of a frame with 30 x 30 particles over that of cash-karp
    bool is_of_paper;
};

/// Returns all methods: cash-karp, bulirsch-stoer, then Tulle's.
[[nodiscard]] std::span<const Ews96Method> ews96_methods();

struct Ews96Frame {
    double time = 0;  // s, simulated, at the end of the frame
    long steps = 0;
    double smallest_dt = 0, largest_dt = 0;  // s
    double seconds = 0;                      // of processor time
};

/// Shares of the time of a run, divided as in the paper.
struct Ews96Shares {
    double force = 0, history = 0, contact = 0;
    double matrices = 0;  // assembly and solution
    [[nodiscard]] double rest() const { return 1 - force - history - contact - matrices; }
};

struct Ews96Run {
    const Ews96Method* method = nullptr;
    SweepRunStatus status = SweepRunStatus::ok;
    double dt = 0;  // s, of methods with fixed steps
    std::vector<Ews96Frame> frames{};
    long steps = 0, rejected_steps = 0, force_evaluations = 0, not_converged_steps = 0;
    Ews96Shares shares{};
    // Distance of the particles from those of cash-karp at the end, relative to the side of the cloth.
    double error = std::numeric_limits<double>::quiet_NaN();      // largest
    double rms_error = std::numeric_limits<double>::quiet_NaN();  // root mean square

    [[nodiscard]] double seconds() const;       // of processor time, all frames
    [[nodiscard]] double mean_seconds() const;  // of a frame
    [[nodiscard]] double mean_dt() const;       // s
    [[nodiscard]] StepRange dt_range() const;
    /// Returns whether the run reached the end.
    [[nodiscard]] bool is_whole() const
    {
        return status == SweepRunStatus::ok || status == SweepRunStatus::not_converged;
    }
};

struct Ews96RowResult {
    Ews96Row row{};
    std::vector<Ews96Run> runs{};  // in the order of ews96_methods()
};

struct Ews96Options {
    Ews96Choices choices{};
    FabricDescription fabric{};
    std::vector<Ews96Row> rows{ews96_rows().begin(), ews96_rows().end()};
    double run_seconds = 600;  // limit of the processor time of one run; it ends after the current frame
};

/// Returns options with few particles and two frames, for a quick test of all parts. The figures then differ from the
/// paper's.
[[nodiscard]] Ews96Options ews96_quick_options();

struct Ews96Result {
    Ews96Options options{};
    int threads = 1;
    bool was_interrupted = false;
    std::vector<Ews96RowResult> rows{};  // if interrupted, only the finished rows
};

class Ews96Study {
public:
    explicit Ews96Study(Ews96Options options) : options_(std::move(options)) {}

    std::function<void(const StudyProgress&)> on_progress;
    /// Called after every row, so that partial results can be saved.
    std::function<void(const Ews96Result&)> on_result;
    /// When true, the study ends after the current frame; a signal handler may set it.
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] Ews96Result run();

private:
    [[nodiscard]] bool keep_going() const { return stop == nullptr || !stop->load(); }
    [[nodiscard]] Ews96RowResult solve_row(const Ews96Row& row);
    /// Runs a method and writes the final positions to `end`.
    [[nodiscard]] Ews96Run try_method(const Ews96Row& row, const Ews96Method& method, std::vector<Vec3>& end);
    void tell(const Ews96Row& row, const Ews96Method& method, double part);

    Ews96Options options_;
    StudyClock clock_;
    double done_ = 0;  // of the work, in units of ews96_work
    double all_ = 1;
};

}  // namespace tulle
