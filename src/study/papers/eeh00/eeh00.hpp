#pragma once
// Reproduction of EEH00's performance tables: every row is solved with the paper's methods and with Tulle's, at several
// eps. Each result is compared with the converged solution of the same steps, so that the error comes from eps alone.

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

/// A method to solve a step; its tolerance is eps.
struct Eeh00Method {
    std::string_view name;
    std::string_view integrator;
    UpdateKind update;
    NewtonKind newton;
    SolverMethod solver;
    PreconditionerKind preconditioner;
    bool is_of_paper;
};

/// Returns all methods. They use IC(0) as preconditioner, except the last two, which use multigrid and Tulle's
/// automatic choice.
[[nodiscard]] std::span<const Eeh00Method> eeh00_methods();

struct Eeh00Run {
    const Eeh00Method* method = nullptr;
    double eps = 0;
    SweepRun sweep_run{};
};

struct Eeh00RowResult {
    Eeh00Row row{};
    double contraction = 0;  // q of bare updates across four springs: h^2 k / (m + h d + h^2 k)
    double spread = 0;       // largest distance of two converged runs / size; smaller errors mean nothing
    std::vector<Eeh00Run> runs{};
};

struct Eeh00Options {
    Eeh00Choices choices{};
    std::vector<Eeh00Row> rows{eeh00_rows().begin(), eeh00_rows().end()};
    std::vector<double> eps{0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 1e-4};
    double run_seconds = 60;  // limit of the wall time of one run
    Eeh00Row standstill{Eeh00Example::hanging, 20, 1e6, 40, 0.01};
};

/// Returns options with few particles and a fraction of a second, for a quick test of all parts. The figures then
/// differ from the paper's.
[[nodiscard]] Eeh00Options eeh00_quick_options();

struct Eeh00Result {
    Eeh00Options options{};
    int threads = 1;
    bool was_interrupted = false;
    std::vector<Eeh00RowResult> rows{};  // if interrupted, only the finished rows
    Standstill standstill{};
};

class Eeh00Study {
public:
    explicit Eeh00Study(Eeh00Options options) : options_(std::move(options)) {}

    std::function<void(const StudyProgress&)> on_progress;
    /// Called after every row, so that partial results can be saved.
    std::function<void(const Eeh00Result&)> on_result;
    /// When true, the study ends after the current step; a signal handler may set it.
    const std::atomic<bool>* stop = nullptr;

    /// Throws std::runtime_error when a converged solution cannot be computed.
    [[nodiscard]] Eeh00Result run();

private:
    [[nodiscard]] bool keep_going() const { return stop == nullptr || !stop->load(); }
    [[nodiscard]] Eeh00RowResult solve_row(const Eeh00Row& row);
    [[nodiscard]] SweepRun try_method(const SceneDescription& scene, const Eeh00Method& method, double eps,
                                      const StudyTarget& target);
    /// Returns the final positions when every step is solved to `tolerance`.
    [[nodiscard]] std::vector<Vec3> converged(const SceneDescription& scene, double tolerance);
    [[nodiscard]] std::function<bool(double)> watch(std::string what);

    Eeh00Options options_;
    StudyClock clock_;
    double done_ = 0;   // of the work, in particles times steps
    double share_ = 0;  // of the current run
    double all_ = 1;
};

}  // namespace tulle
