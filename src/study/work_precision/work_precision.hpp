#pragma once
// Work-precision study: error over computing time of integrators. Every method runs a refinement sweep of steps or
// tolerances, and its errors are measured from one reference solution.

#include "analysis/reference_solution.hpp"
#include "study/common/refinement_sweep.hpp"
#include "study/common/study_progress.hpp"

#include <tulle/scene_file.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace tulle {

struct WorkPrecisionOptions {
    std::vector<StudyMethod> methods = study_methods();
    double duration = 0.5;    // s
    double run_seconds = 10;  // limit of the wall time of one run
    SweepOptions sweep{};
    ReferenceOptions reference{};
};

struct MethodResult {
    StudyMethod method;
    std::vector<SweepRun> sweep_runs;
};

struct WorkPrecision {
    std::string scene;
    std::size_t particles = 0;
    double duration = 0;  // s
    double size = 0;      // m, box diagonal of the cloth: errors are relative to it
    ReferenceReport reference;
    double reference_seconds = 0;  // s of wall time
    bool was_interrupted = false;
    std::vector<MethodResult> methods;  // in the order of the options; if interrupted, only those begun
};

class WorkPrecisionStudy {
public:
    WorkPrecisionStudy(const SceneFile& scene, WorkPrecisionOptions options);

    std::function<void(const StudyProgress&)> on_progress;
    /// Called when the reference is known and after every method, so that partial results can be saved.
    std::function<void(const WorkPrecision&)> on_result;
    /// When true, the study ends after the current step; a signal handler may set it.
    const std::atomic<bool>* stop = nullptr;

    /// Throws InputError when the motion of the scene is not smooth or this build has no reference solver, and
    /// std::runtime_error when the reference solution fails.
    [[nodiscard]] WorkPrecision run();

private:
    [[nodiscard]] bool keep_going() const { return stop == nullptr || !stop->load(); }
    [[nodiscard]] StudyTarget solve(WorkPrecision& result);
    [[nodiscard]] MethodResult try_method(std::size_t index, const StudyTarget& target);
    void report(const std::string& what, double fraction) const;

    SceneDescription scene_;
    std::string name_;
    WorkPrecisionOptions options_;
    StudyClock clock_;
};

}  // namespace tulle
