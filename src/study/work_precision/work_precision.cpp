#include "study/work_precision/work_precision.hpp"

#include "core/refuse.hpp"
#include "simulation/reference_trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace tulle {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double diagonal(std::span<const Vec3> x)
{
    Vec3 low = x.front(), high = x.front();
    for (const Vec3& point : x) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    return (high - low).norm();
}

std::string text_of(const StudyMethod& method, const SweepRunSettings& settings)
{
    return method.controls_error ? fmt::format("{} at tolerance {:.3g}", method.name, settings.relative_tolerance)
                                 : fmt::format("{} at dt = {:.3g} s", method.name, settings.dt);
}

}  // namespace

WorkPrecisionStudy::WorkPrecisionStudy(const SceneFile& scene, WorkPrecisionOptions options)
    : scene_(scene.scene), name_(scene.name), options_(std::move(options))
{}

WorkPrecision WorkPrecisionStudy::run()
{
    if (!reference_available())
        refuse("work-precision",
               "this Tulle was built without SUNDIALS, which computes the reference; run "
               "script/bootstrap and build again");
    clock_ = {};
    WorkPrecision result;
    const StudyTarget target = solve(result);
    if (result.was_interrupted) return result;
    if (on_result) on_result(result);
    for (std::size_t m = 0; m < options_.methods.size() && !result.was_interrupted; ++m) {
        result.methods.push_back(try_method(m, target));
        result.was_interrupted = !keep_going();
        if (on_result) on_result(result);
    }
    return result;
}

StudyTarget WorkPrecisionStudy::solve(WorkPrecision& result)
{
    ReferenceOptions options = options_.reference;
    const double share = 1.0 / static_cast<double>(options_.methods.size() + 1);
    options.keep_going = [&](double time) {
        report("reference", share * time / options_.duration);
        return keep_going();
    };
    ReferenceTrajectory reference(scene_, options);
    result.scene = name_;
    result.particles = reference.positions().size();
    result.duration = options_.duration;
    result.size = diagonal(reference.positions());
    const double start = now();
    result.reference = reference.advance_to(options_.duration);
    result.reference_seconds = now() - start;
    result.was_interrupted = reference.time() < options_.duration;
    return {.duration = options_.duration,
            .positions = {reference.positions().begin(), reference.positions().end()},
            .size = result.size};
}

MethodResult WorkPrecisionStudy::try_method(std::size_t index, const StudyTarget& target)
{
    MethodResult result{.method = options_.methods[index], .sweep_runs = {}};
    const RefinementSweep sweep(options_.sweep, result.method, scene_, target.duration);
    const double share = 1.0 / static_cast<double>(options_.methods.size() + 1);
    while (const auto settings = sweep.next(result.sweep_runs)) {
        const std::string what = text_of(result.method, *settings);
        const double done = static_cast<double>(result.sweep_runs.size()) / sweep.max_runs();
        SweepRunLimits limits{.seconds = options_.run_seconds};
        limits.keep_going = [&](double part) {
            report(what, share * (static_cast<double>(index + 1) + done + part / sweep.max_runs()));
            return keep_going();
        };
        result.sweep_runs.push_back(run_refinement(scene_, result.method, *settings, target, limits));
    }
    return result;
}

void WorkPrecisionStudy::report(const std::string& what, double fraction) const
{
    if (on_progress) on_progress(clock_.at(fraction, what));
}

}  // namespace tulle
