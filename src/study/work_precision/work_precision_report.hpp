#pragma once
// Report of a work-precision study as Markdown table, CSV and JSON: the cheapest method for a given error.

#include "study/work_precision/work_precision.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <optional>
#include <span>

namespace tulle {

/// Errors for which the report names the cheapest method, relative to the size of the cloth.
inline constexpr std::array error_levels{1e-2, 1e-3, 1e-4};

/// Returns the cheapest run of a method with at most this error; null if there is none. There is no interpolation
/// between runs.
[[nodiscard]] const SweepRun* cheapest_sweep_run(const MethodResult& method, double error);

struct Cheapest {
    double error;
    const MethodResult* method;  // null when no method meets the error
    const SweepRun* sweep_run;
};
/// Returns the cheapest method and run for each of error_levels. The pointers are valid while `result` lives.
[[nodiscard]] std::vector<Cheapest> cheapest(const WorkPrecision& result);

/// Returns the run of a method with the smallest error; null when all runs failed.
[[nodiscard]] const SweepRun* most_exact_sweep_run(const MethodResult& method);

/// Returns a Markdown table with a row for every method: the cheapest run for each of error_levels and the run with the
/// smallest error.
[[nodiscard]] std::string to_markdown(const WorkPrecision& result);
/// Returns a row per run; the error is empty if the run did not reach the end.
[[nodiscard]] std::string to_csv(const WorkPrecision& result);
[[nodiscard]] nlohmann::ordered_json to_json(const WorkPrecision& result);

/// Returns the options that make tulle run use these settings: "--set integrator.method=bdf2
/// --set integrator.dt=0.0025 ...".
[[nodiscard]] std::string settings_text(const StudyMethod& method, const SweepRunSettings& settings);

/// Returns the command that repeats a run: "tulle run SCENE --set ..." with the overrides of the study and the duration
/// [s]. Overrides that the settings replace, or that the method does not use, are left out.
[[nodiscard]] std::string run_command_text(const std::string& scene, std::span<const std::string> overrides,
                                           double duration, const StudyMethod& method,
                                           const SweepRunSettings& settings);

/// Returns a line for each group of failed runs of a method: "exploded at dt = 0.02 to 0.005 s", "too slow
/// at dt = 1e-05 s".
[[nodiscard]] std::vector<std::string> failures(const MethodResult& result);

}  // namespace tulle
