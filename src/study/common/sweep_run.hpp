#pragma once
// One sweep_run of a sweep: a method at one step or tolerance, run over the time of the study, measured and timed.

#include "study/common/methods.hpp"

#include <tulle/report.hpp>

#include <functional>
#include <limits>
#include <string_view>

namespace tulle {

enum class SweepRunStatus { ok, not_converged, non_finite, exploded, stalled, too_slow, interrupted };

/// "ok", "not converged", "exploded", "too slow", ...
[[nodiscard]] std::string_view name_of(SweepRunStatus status);

/// What a run of steps with this status is worth: imprecise ones are ok, as how much so is what is measured.
[[nodiscard]] SweepRunStatus sweep_run_status_of(StepStatus status);

/// What a method is run at; the usual tolerances where nothing else is said.
struct SweepRunSettings {
    double dt = IntegratorSettings{}.dt;                                  // s; of methods with fixed steps
    double relative_tolerance = IntegratorSettings{}.relative_tolerance;  // of methods that control their error
    double absolute_tolerance = IntegratorSettings{}.absolute_tolerance;  // m, likewise
    double tolerance = IntegratorSettings{}.tolerance;                    // of the non-linear step
    double solver_tolerance = SolverSettings{}.tolerance;                 // of linear solves
};

struct SweepRun {
    SweepRunSettings settings{};
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;                                              // s, simulated before it ended
    double error = std::numeric_limits<double>::quiet_NaN();      // largest distance from the reference / size of cloth
    double rms_error = std::numeric_limits<double>::quiet_NaN();  // likewise, root mean square over the particles
    double seconds = 0;                                           // wall time of all steps, median of the repetitions
    StageTimes stages{};  // s of wall time by stage, of the repetition whose time is `seconds`
    int repetitions = 0;
    long steps = 0;
    long rejected_steps = 0;
    long nonlinear_iterations = 0;  // Newton steps or IMEX updates
    long linear_iterations = 0;
    long not_converged_steps = 0;

    /// Whether error and time can be compared with those of others.
    [[nodiscard]] bool is_good() const { return status == SweepRunStatus::ok; }
};

/// Where the particles should be at the end.
struct StudyTarget {
    double duration = 0;  // s
    std::vector<Vec3> positions{};
    double size = 1;  // m, diagonal of the box around all cloth at the start
};

struct SweepRunLimits {
    double seconds = 10;  // of wall time for one run; it ends as too slow
    /// Asked after every step, with the part done; false interrupts.
    std::function<bool(double)> keep_going{};
};

/// The scene as it is run: one frame as long as the study, or frames near the scene's own where steps choose
/// themselves.
[[nodiscard]] SceneDescription scene_at(const SceneDescription& scene, const StudyMethod& method,
                                        const SweepRunSettings& settings, double duration);

[[nodiscard]] SweepRun run_refinement(const SceneDescription& scene, const StudyMethod& method,
                                      const SweepRunSettings& settings, const StudyTarget& target,
                                      const SweepRunLimits& limits);

}  // namespace tulle
