#pragma once
// How exact methods are for the time they take: each over a sweep of steps or tolerances against one reference.

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
    double run_seconds = 10;  // of wall time that one run may take
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
    double size = 0;      // m, what errors are parts of
    ReferenceReport reference;
    double reference_seconds = 0;  // s of wall time
    bool was_interrupted = false;
    std::vector<MethodResult> methods;  // in the order of the options; when interrupted those that were begun
};

class WorkPrecisionStudy {
public:
    WorkPrecisionStudy(const SceneFile& scene, WorkPrecisionOptions options);

    std::function<void(const StudyProgress&)> on_progress;
    /// Called when the reference is there and after every method, so that what was found can be kept.
    std::function<void(const WorkPrecision&)> on_result;
    /// The study ends within a step once this is true; may be set by a signal handler.
    const std::atomic<bool>* stop = nullptr;

    /// Throws InputError when the scene has no smooth motion or this build no reference solver, std::runtime_error when
    /// the reference fails.
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
