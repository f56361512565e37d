#include "study/rung.hpp"

#include "study/distances.hpp"

#include <tulle/simulation.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tulle {
namespace {

using Clock = std::chrono::steady_clock;

// Short runs are repeated: their times are at the mercy of whatever else the machine does.
constexpr double repeat_below = 0.5;  // s in total
constexpr int most_repetitions = 7;

void count(const StepReport& step, Rung& rung)
{
    rung.steps += step.substeps;
    rung.rejected_steps += step.rejected_steps;
    rung.rounds += step.rounds;
    rung.linear_iterations += step.linear_iterations;
    if (rung_status_of(step.status) == RungStatus::not_converged) ++rung.not_converged_steps;
}

/// Steps to the end, or until one fails or the time is up; fills all but the errors.
Rung run_once(Simulation& simulation, const StudyTarget& target, const RungLimits& limits)
{
    Rung rung;
    rung.repetitions = 1;
    while (simulation.frame() < simulation.frame_count()) {
        const Clock::time_point start = Clock::now();
        const StepReport step = simulation.step();
        rung.seconds += std::chrono::duration<double>(Clock::now() - start).count();
        count(step, rung);
        rung.time = simulation.time();
        rung.status = rung_status_of(step.status);
        if (is_failure(step.status)) return rung;
        const bool at_end = simulation.frame() == simulation.frame_count();
        if (!at_end && rung.seconds > limits.seconds) rung.status = RungStatus::too_slow;
        if (limits.keep_going && !limits.keep_going(rung.time / target.duration)) rung.status = RungStatus::interrupted;
        if (rung.status == RungStatus::too_slow || rung.status == RungStatus::interrupted) return rung;
    }
    rung.status = rung.not_converged_steps > 0 ? RungStatus::not_converged : RungStatus::ok;
    return rung;
}

void measure_errors(std::span<const Vec3> x, const StudyTarget& target, Rung& rung)
{
    const Distances apart = distances(x, target.positions);
    rung.error = apart.largest / target.size;
    rung.rms_error = apart.rms / target.size;
}

}  // namespace

RungStatus rung_status_of(StepStatus status)
{
    switch (status) {
        case StepStatus::ok:
        case StepStatus::imprecise:
            return RungStatus::ok;
        case StepStatus::not_converged:
            return RungStatus::not_converged;
        case StepStatus::non_finite:
            return RungStatus::non_finite;
        case StepStatus::exploded:
            return RungStatus::exploded;
        case StepStatus::entangled:
        case StepStatus::stalled:
            break;
    }
    return RungStatus::stalled;
}

std::string_view name_of(RungStatus status)
{
    switch (status) {
        case RungStatus::ok:
            return "ok";
        case RungStatus::not_converged:
            return "not converged";
        case RungStatus::non_finite:
            return "not finite";
        case RungStatus::exploded:
            return "exploded";
        case RungStatus::stalled:
            return "stalled";
        case RungStatus::too_slow:
            return "too slow";
        case RungStatus::interrupted:
            break;
    }
    return "interrupted";
}

SceneDescription scene_at(const SceneDescription& scene, const StudyMethod& method, const RungSettings& settings,
                          double duration)
{
    SceneDescription run = scene;
    // Frames end steps: with a single one any number of equal steps fits. A method that chooses its steps comes back
    // only at frames, and should be as free as it is in a run of the scene.
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

Rung run_rung(const SceneDescription& scene, const StudyMethod& method, const RungSettings& settings,
              const StudyTarget& target, const RungLimits& limits)
{
    const SceneDescription run = scene_at(scene, method, settings, target.duration);
    Rung rung;
    struct Times {
        double seconds;
        StageTimes stages;
    };
    std::vector<Times> times;
    double total = 0;
    do {
        Simulation simulation(run);
        const Rung again = run_once(simulation, target, limits);
        if (!times.empty() && !again.is_good()) break;  // interrupted, or the machine is busy: keep what there is
        rung = again;
        rung.settings = settings;
        if (!method.controls_error) rung.settings.dt = simulation.dt();
        if (rung.time >= target.duration * (1 - 1e-12)) measure_errors(simulation.positions(), target, rung);
        times.push_back({again.seconds, simulation.stage_times()});
        total += again.seconds;
    } while (rung.is_good() && total < repeat_below && static_cast<int>(times.size()) < most_repetitions);

    std::ranges::sort(times, {}, &Times::seconds);
    rung.repetitions = static_cast<int>(times.size());
    rung.seconds = times[times.size() / 2].seconds;
    rung.stages = times[times.size() / 2].stages;
    return rung;
}

}  // namespace tulle
