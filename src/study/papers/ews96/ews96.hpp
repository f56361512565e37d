#pragma once
// EWS96's three examples once more, with the paper's two methods and with ours: steps taken, where the time goes, and
// time per frame. Times are of the processor, as in the paper, so that other programs on the machine do not count.

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
struct Ews96Way {
    std::string_view name;
    std::string_view integrator;
    NewtonKind newton;
    double dt;          // s; 0: it chooses its steps, or takes limit_part
    double limit_part;  // step as a part of the largest stable one; 0: it does not
    double cost;        // of a frame with 30 x 30 particles, roughly, relative to cash-karp
    bool is_of_paper;
};

/// cash-karp, bulirsch-stoer, and ours.
[[nodiscard]] std::span<const Ews96Way> ews96_ways();

struct Ews96Frame {
    double time = 0;  // s, simulated, at its end
    long steps = 0;
    double smallest_dt = 0, largest_dt = 0;  // s
    double seconds = 0;                      // of processor time
};

/// Parts of the time of a run, as the paper tells them apart.
struct Ews96Shares {
    double force = 0, history = 0, contact = 0;
    double matrices = 0;  // filling and solving them
    [[nodiscard]] double rest() const { return 1 - force - history - contact - matrices; }
};

struct Ews96Run {
    const Ews96Way* way = nullptr;
    SweepRunStatus status = SweepRunStatus::ok;
    double dt = 0;  // s, of methods with fixed steps
    std::vector<Ews96Frame> frames{};
    long steps = 0, rejected_steps = 0, force_evaluations = 0, not_converged_steps = 0;
    Ews96Shares shares{};
    // From where cash-karp has the particles at the end, as a part of the cloth's side.
    double error = std::numeric_limits<double>::quiet_NaN();      // the largest
    double rms_error = std::numeric_limits<double>::quiet_NaN();  // root mean square

    [[nodiscard]] double seconds() const;       // of processor time, all frames
    [[nodiscard]] double mean_seconds() const;  // of a frame
    [[nodiscard]] double mean_dt() const;       // s
    [[nodiscard]] StepRange dt_range() const;
    /// Whether it reached the end.
    [[nodiscard]] bool is_whole() const
    {
        return status == SweepRunStatus::ok || status == SweepRunStatus::not_converged;
    }
};

struct Ews96RowResult {
    Ews96Row row{};
    std::vector<Ews96Run> runs{};  // as ews96_ways()
};

struct Ews96Options {
    Ews96Choices choices{};
    FabricDescription fabric{};
    std::vector<Ews96Row> rows{ews96_rows().begin(), ews96_rows().end()};
    double run_seconds = 600;  // of processor time that one run may take; it ends with the frame under way
};

/// Small nets for two frames: to see that everything works. The figures are not the paper's.
[[nodiscard]] Ews96Options ews96_quick_options();

struct Ews96Result {
    Ews96Options options{};
    int threads = 1;
    bool was_interrupted = false;
    std::vector<Ews96RowResult> rows{};  // when interrupted those that were finished
};

class Ews96Study {
public:
    explicit Ews96Study(Ews96Options options) : options_(std::move(options)) {}

    std::function<void(const StudyProgress&)> on_progress;
    /// Called after every row, so that what was found can be kept.
    std::function<void(const Ews96Result&)> on_result;
    /// The study ends within a frame once this is true; may be set by a signal handler.
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] Ews96Result run();

private:
    [[nodiscard]] bool keep_going() const { return stop == nullptr || !stop->load(); }
    [[nodiscard]] Ews96RowResult solve_row(const Ews96Row& row);
    /// Where the particles end goes into `end`.
    [[nodiscard]] Ews96Run try_way(const Ews96Row& row, const Ews96Way& way, std::vector<Vec3>& end);
    void tell(const Ews96Row& row, const Ews96Way& way, double part);

    Ews96Options options_;
    StudyClock clock_;
    double done_ = 0;  // of the work, in frames of particles
    double all_ = 1;
};

}  // namespace tulle
