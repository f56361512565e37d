#include "study/common/sweep_run.hpp"

#include "study/common/distances.hpp"

#include <tulle/simulation.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tulle {
namespace {

using Clock = std::chrono::steady_clock;

// Short runs are repeated, because other work on the machine disturbs their times most.
constexpr double repeat_below = 0.5;  // s in total
constexpr int most_repetitions = 7;

void count(const StepReport& step, SweepRun& sweep_run)
{
    sweep_run.steps += step.substeps;
    sweep_run.rejected_steps += step.rejected_steps;
    sweep_run.nonlinear_iterations += step.nonlinear_iterations;
    sweep_run.linear_iterations += step.linear_iterations;
    if (sweep_run_status_of(step.status) == SweepRunStatus::not_converged) ++sweep_run.not_converged_steps;
}

/// Steps until the end, a failed step or the time limit. Fills all fields except the errors.
SweepRun run_once(Simulation& simulation, const StudyTarget& target, const SweepRunLimits& limits)
{
    SweepRun sweep_run;
    sweep_run.repetitions = 1;
    while (simulation.frame() < simulation.frame_count()) {
        const Clock::time_point start = Clock::now();
        const StepReport step = simulation.step();
        sweep_run.seconds += std::chrono::duration<double>(Clock::now() - start).count();
        count(step, sweep_run);
        sweep_run.time = simulation.time();
        sweep_run.status = sweep_run_status_of(step.status);
        if (is_failure(step.status)) return sweep_run;
        const bool at_end = simulation.frame() == simulation.frame_count();
        if (!at_end && sweep_run.seconds > limits.seconds) sweep_run.status = SweepRunStatus::too_slow;
        if (limits.keep_going && !limits.keep_going(sweep_run.time / target.duration))
            sweep_run.status = SweepRunStatus::interrupted;
        if (sweep_run.status == SweepRunStatus::too_slow || sweep_run.status == SweepRunStatus::interrupted)
            return sweep_run;
    }
    sweep_run.status = sweep_run.not_converged_steps > 0 ? SweepRunStatus::not_converged : SweepRunStatus::ok;
    return sweep_run;
}

void measure_errors(std::span<const Vec3> x, const StudyTarget& target, SweepRun& sweep_run)
{
    const Distances apart = distances(x, target.positions);
    sweep_run.error = apart.largest / target.size;
    sweep_run.rms_error = apart.rms / target.size;
}

}  // namespace

SweepRunStatus sweep_run_status_of(StepStatus status)
{
    switch (status) {
        case StepStatus::ok:
        case StepStatus::imprecise:
            return SweepRunStatus::ok;
        case StepStatus::not_converged:
            return SweepRunStatus::not_converged;
        case StepStatus::non_finite:
            return SweepRunStatus::non_finite;
        case StepStatus::exploded:
            return SweepRunStatus::exploded;
        case StepStatus::intersecting:
        case StepStatus::stalled:
            break;
    }
    return SweepRunStatus::stalled;
}

std::string_view name_of(SweepRunStatus status)
{
    switch (status) {
        case SweepRunStatus::ok:
            return "ok";
        case SweepRunStatus::not_converged:
            return "not converged";
        case SweepRunStatus::non_finite:
            return "not finite";
        case SweepRunStatus::exploded:
            return "exploded";
        case SweepRunStatus::stalled:
            return "stalled";
        case SweepRunStatus::too_slow:
            return "too slow";
        case SweepRunStatus::interrupted:
            break;
    }
    return "interrupted";
}

SceneDescription scene_at(const SceneDescription& scene, const StudyMethod& method, const SweepRunSettings& settings,
                          double duration)
{
    SceneDescription run = scene;
    // No step crosses the end of a frame: with a single frame any number of equal steps fits into the study. A method
    // that chooses its steps returns only at frames. With about the frames of the scene its steps are as free as in a
    // run of the scene.
    const double frames = method.controls_error ? std::max(1.0, std::round(duration * scene.simulation.fps)) : 1.0;
    run.simulation.duration = duration;
    run.simulation.fps = frames / duration;
    run.integrator.method = method.integrator;
    run.integrator.dt = method.controls_error ? duration / frames : settings.dt;
    run.integrator.adaptive = method.adaptive;
    if (method.controls_error) {
        run.integrator.relative_tolerance = settings.relative_tolerance;
        run.integrator.absolute_tolerance = settings.absolute_tolerance;
    }
    run.integrator.tolerance = settings.tolerance;
    run.solver.tolerance = settings.solver_tolerance;
    return run;
}

SweepRun run_refinement(const SceneDescription& scene, const StudyMethod& method, const SweepRunSettings& settings,
                        const StudyTarget& target, const SweepRunLimits& limits)
{
    const SceneDescription run = scene_at(scene, method, settings, target.duration);
    SweepRun sweep_run;
    struct Times {
        double seconds;
        StageTimes stages;
    };
    std::vector<Times> times;
    double total = 0;
    do {
        Simulation simulation(run);
        const SweepRun again = run_once(simulation, target, limits);
        if (!times.empty() && !again.is_good()) break;  // interrupted or a busy machine: keep the earlier run
        sweep_run = again;
        sweep_run.settings = settings;
        if (!method.controls_error) sweep_run.settings.dt = simulation.dt();
        if (sweep_run.time >= target.duration * (1 - 1e-12)) measure_errors(simulation.positions(), target, sweep_run);
        times.push_back({again.seconds, simulation.stage_times()});
        total += again.seconds;
    } while (sweep_run.is_good() && total < repeat_below && static_cast<int>(times.size()) < most_repetitions);

    std::ranges::sort(times, {}, &Times::seconds);
    sweep_run.repetitions = static_cast<int>(times.size());
    sweep_run.seconds = times[times.size() / 2].seconds;
    sweep_run.stages = times[times.size() / 2].stages;
    return sweep_run;
}

}  // namespace tulle
