#pragma once
// EEH00's performance tables once more: every row solved in the paper's way at several eps, and in ours, each compared
// with the converged solution of the same steps, so that eps alone is judged.

#include "study/common/study_progress.hpp"
#include "study/common/sweep_run.hpp"
#include "study/papers/eeh00/eeh00_rows.hpp"
#include "study/papers/eeh00/standstill.hpp"

#include <atomic>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace tulle {

/// A way to solve a step; eps is its tolerance.
struct Eeh00Way {
    std::string_view name;
    std::string_view integrator;
    UpdateKind update;
    NewtonKind newton;
    SolverMethod solver;
    PreconditionerKind preconditioner;
    bool is_of_paper;
};

/// IC(0) for all of them, and at last multigrid and what Tulle chooses by itself.
[[nodiscard]] std::span<const Eeh00Way> eeh00_ways();

struct Eeh00Run {
    const Eeh00Way* way = nullptr;
    double eps = 0;
    SweepRun sweep_run{};
};

struct Eeh00RowResult {
    Eeh00Row row{};
    double contraction = 0;  // q of bare updates across the springs: h^2 k / (m + h d + h^2 k), four springs each
    double spread = 0;       // of two converged runs, largest distance / size: errors below it mean nothing
    std::vector<Eeh00Run> runs{};
};

struct Eeh00Options {
    Eeh00Choices choices{};
    std::vector<Eeh00Row> rows{eeh00_rows().begin(), eeh00_rows().end()};
    std::vector<double> eps{0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 1e-4};
    double run_seconds = 60;  // of wall time that one run may take
    Eeh00Row standstill{Eeh00Example::hanging, 20, 1e6, 40, 0.01};
};

/// Small nets for a fraction of a second: to see that everything works. The figures are not the paper's.
[[nodiscard]] Eeh00Options eeh00_quick_options();

struct Eeh00Result {
    Eeh00Options options{};
    int threads = 1;
    bool was_interrupted = false;
    std::vector<Eeh00RowResult> rows{};  // when interrupted those that were finished
    Standstill standstill{};
};

class Eeh00Study {
public:
    explicit Eeh00Study(Eeh00Options options) : options_(std::move(options)) {}

    std::function<void(const StudyProgress&)> on_progress;
    /// Called after every row, so that what was found can be kept.
    std::function<void(const Eeh00Result&)> on_result;
    /// The study ends within a step once this is true; may be set by a signal handler.
    const std::atomic<bool>* stop = nullptr;

    /// Throws std::runtime_error when a converged solution cannot be had.
    [[nodiscard]] Eeh00Result run();

private:
    [[nodiscard]] bool keep_going() const { return stop == nullptr || !stop->load(); }
    [[nodiscard]] Eeh00RowResult solve_row(const Eeh00Row& row);
    [[nodiscard]] SweepRun try_way(const SceneDescription& scene, const Eeh00Way& way, double eps,
                                   const StudyTarget& target);
    /// Where the particles are at the end when every step is solved to `tolerance`.
    [[nodiscard]] std::vector<Vec3> converged(const SceneDescription& scene, double tolerance);
    [[nodiscard]] std::function<bool(double)> watch(std::string what);

    Eeh00Options options_;
    StudyClock clock_;
    double done_ = 0;   // of the work, in steps of particles
    double share_ = 0;  // that of the run under way
    double all_ = 1;
};

}  // namespace tulle
