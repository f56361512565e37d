#include "study/common/refinement_sweep.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr double usual_first_step = 0.02;  // s; larger steps are of no use for pictures of cloth
constexpr double usual_first_tolerance = 0.1;
constexpr int usual_max_runs = 14;
constexpr double enough = 1e-5;  // a tenth of the smallest of error_levels
constexpr double far_more_than_enough = 1e-7;
constexpr double standstill = 1.25;                  // a smaller ratio of successive errors is no progress
constexpr double small_error = 1e-2;                 // larger errors may stagnate and fall later
constexpr double smallest_solver_tolerance = 1e-12;  // just above rounding errors

}  // namespace

RefinementSweep::RefinementSweep(const SweepOptions& options, const StudyMethod& method, const SceneDescription& scene,
                                 double duration)
    : method_(method), integrator_(scene.integrator), solver_(scene.solver), keep_tolerances_(options.keep_tolerances)
{
    const IntegratorSettings usual;
    absolute_part_ = integrator_.relative_tolerance > 0
                         ? integrator_.absolute_tolerance / integrator_.relative_tolerance
                         : usual.absolute_tolerance / usual.relative_tolerance;
    const auto& last = method.controls_error ? options.tight : options.to;
    if (method.controls_error) {
        divisor_ = 10;
        first_ = options.loose.value_or(usual_first_tolerance);
    } else {
        divisor_ = 2;
        // A whole number of steps, so that each following step is exactly half of the one before.
        first_ = duration / std::ceil(duration / options.from.value_or(usual_first_step) - 1e-9);
    }
    goes_to_the_end_ = last.has_value();
    max_runs_ = usual_max_runs;
    if (last)
        max_runs_ = 1 + std::max(0, static_cast<int>(std::floor(std::log(first_ / *last) / std::log(divisor_) + 1e-9)));
}

std::optional<SweepRunSettings> RefinementSweep::next(std::span<const SweepRun> sweep_runs) const
{
    const auto count = static_cast<int>(sweep_runs.size());
    if (count >= max_runs_ || tells_enough(sweep_runs)) return std::nullopt;
    return settings_of(count);
}

bool RefinementSweep::tells_enough(std::span<const SweepRun> sweep_runs) const
{
    if (sweep_runs.empty()) return false;
    const SweepRun& last = sweep_runs.back();
    if (last.status == SweepRunStatus::interrupted) return true;
    // A large step may be slow because it converges badly, while a smaller step is fast. So the sweep ends only after
    // two slow runs in a row, or after a slow run that follows a good one.
    const auto slow = [](const SweepRun& sweep_run) { return sweep_run.status == SweepRunStatus::too_slow; };
    if (slow(last) && sweep_runs.size() > 1 &&
        (slow(sweep_runs[sweep_runs.size() - 2]) || sweep_runs[sweep_runs.size() - 2].is_good()))
        return true;
    if (goes_to_the_end_) return false;
    // A curve needs two good runs. One run is enough if its error is near the rounding errors of the reference.
    const auto good = std::ranges::count_if(sweep_runs, [](const SweepRun& sweep_run) { return sweep_run.is_good(); });
    if (last.is_good() && (last.error < far_more_than_enough || (last.error < enough && good > 1))) return true;
    if (sweep_runs.size() < 3) return false;
    const std::span<const SweepRun> three = sweep_runs.last(3);
    return std::ranges::all_of(
               three, [](const SweepRun& sweep_run) { return sweep_run.is_good() && sweep_run.error < small_error; }) &&
           three[0].error < standstill * three[1].error && three[1].error < standstill * three[2].error;
}

SweepRunSettings RefinementSweep::settings_of(int sweep_run) const
{
    const double value = first_ / std::pow(divisor_, sweep_run);
    SweepRunSettings settings;
    // The residuals that the solvers leave in every step add up, and smaller steps mean more of them. The tolerances of
    // the solvers therefore fall like the local error of a step, so that residuals do not hide the error of the method.
    double share = 1;
    if (method_.controls_error) {
        settings.relative_tolerance = value;
        settings.absolute_tolerance = value * absolute_part_;
        share = std::min(1.0, value / usual_first_tolerance);
    } else {
        settings.dt = value;
        share = 1 / std::pow(divisor_, (method_.order + 1) * sweep_run);
    }
    if (keep_tolerances_) share = 1;
    settings.tolerance = std::max(smallest_solver_tolerance, share * integrator_.tolerance);
    settings.solver_tolerance = std::max(smallest_solver_tolerance, share * solver_.tolerance);
    return settings;
}

}  // namespace tulle
