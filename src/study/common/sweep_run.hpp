#pragma once
// One run of a refinement sweep: a method at one step or tolerance is run over the duration of the study, and its error
// and its wall time are measured.

#include "study/common/methods.hpp"

#include <tulle/report.hpp>

#include <functional>
#include <limits>
#include <string_view>

namespace tulle {

enum class SweepRunStatus { ok, not_converged, non_finite, exploded, stalled, too_slow, interrupted };

/// "ok", "not converged", "exploded", "too slow", ...
[[nodiscard]] std::string_view name_of(SweepRunStatus status);

/// Returns the status of a run from the status of a step. Imprecise steps are ok, because the study measures the error.
[[nodiscard]] SweepRunStatus sweep_run_status_of(StepStatus status);

/// Step and tolerances of a run; the defaults are those of the scene format.
struct SweepRunSettings {
    double dt = IntegratorSettings{}.dt;                                  // s; of methods with fixed steps
    double relative_tolerance = IntegratorSettings{}.relative_tolerance;  // of methods that control their error
    double absolute_tolerance = IntegratorSettings{}.absolute_tolerance;  // m, likewise
    double tolerance = IntegratorSettings{}.tolerance;                    // of the nonlinear iteration
    double solver_tolerance = SolverSettings{}.tolerance;                 // of linear solves
};

struct SweepRun {
    SweepRunSettings settings{};
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;                                              // s, simulated
    double error = std::numeric_limits<double>::quiet_NaN();      // largest distance from reference / size of cloth
    double rms_error = std::numeric_limits<double>::quiet_NaN();  // likewise, root mean square over the particles
    double seconds = 0;                                           // wall time of all steps, median of repetitions
    StageTimes stages{};  // s of wall time by stage, of the repetition that took `seconds`
    int repetitions = 0;
    long steps = 0;
    long rejected_steps = 0;
    long nonlinear_iterations = 0;  // Newton steps or IMEX updates
    long linear_iterations = 0;
    long not_converged_steps = 0;

    /// Returns whether error and time can be compared with those of other runs.
    [[nodiscard]] bool is_good() const { return status == SweepRunStatus::ok; }
};

/// Reference positions at the end of the study, from which errors are measured.
struct StudyTarget {
    double duration = 0;  // s
    std::vector<Vec3> positions{};
    double size = 1;  // m, diagonal of the box around all cloth at the start
};

struct SweepRunLimits {
    double seconds = 10;  // wall time after which a run ends as too slow
    /// Called after every step with the fraction done; false interrupts the run.
    std::function<bool(double)> keep_going{};
};

/// Returns the scene of a run. With fixed steps it has one frame as long as the study. If the method chooses its steps,
/// the frames are about as long as those of `scene`.
[[nodiscard]] SceneDescription scene_at(const SceneDescription& scene, const StudyMethod& method,
                                        const SweepRunSettings& settings, double duration);

/// Runs the scene and returns error and time. A short run is repeated for a reliable median time.
[[nodiscard]] SweepRun run_refinement(const SceneDescription& scene, const StudyMethod& method,
                                      const SweepRunSettings& settings, const StudyTarget& target,
                                      const SweepRunLimits& limits);

}  // namespace tulle
