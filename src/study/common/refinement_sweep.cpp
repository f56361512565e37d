#include "study/common/refinement_sweep.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr double usual_first_step = 0.02;  // s; nobody draws cloth with larger ones
constexpr double usual_first_tolerance = 0.1;
constexpr int usual_max_runs = 14;
constexpr double enough = 1e-5;  // a tenth of the smallest error that is asked about
constexpr double far_more_than_enough = 1e-7;
constexpr double standstill = 1.25;                  // errors that fall by less than this from sweep_run to sweep_run
constexpr double small_error = 1e-2;                 // above, methods may stand still and converge later
constexpr double smallest_solver_tolerance = 1e-12;  // rounding is not far below

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
        // A whole number of steps, so that all that follow are exact halves.
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
    // Where large steps are slow, for they converge badly, smaller ones may not be; after two in a row they are.
    const auto slow = [](const SweepRun& sweep_run) { return sweep_run.status == SweepRunStatus::too_slow; };
    if (slow(last) && sweep_runs.size() > 1 &&
        (slow(sweep_runs[sweep_runs.size() - 2]) || sweep_runs[sweep_runs.size() - 2].is_good()))
        return true;
    if (goes_to_the_end_) return false;
    // Two of them make a line, unless the first is near the rounding of the reference.
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
    // What solvers leave undone in a step adds up over more and more of them and must not hide the method's own error:
    // it falls as the error of a step does.
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
