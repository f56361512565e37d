#pragma once
// What a work-precision study found, as a table, as JSON and as an answer: which method is cheapest for an error.

#include "study/work_precision/work_precision.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <optional>
#include <span>

namespace tulle {

/// The errors that are asked about, as parts of the size of the cloth.
inline constexpr std::array error_levels{1e-2, 1e-3, 1e-4};

/// The cheapest sweep_run of a method that meets `error`: one that was run, nothing in between is guessed.
[[nodiscard]] const SweepRun* cheapest_sweep_run(const MethodResult& method, double error);

struct Cheapest {
    double error;
    const MethodResult* method;  // none when no method meets the error
    const SweepRun* sweep_run;
};
/// For each of error_levels. Valid while `result` lives.
[[nodiscard]] std::vector<Cheapest> cheapest(const WorkPrecision& result);

/// The most exact sweep_run of a method; none when all failed.
[[nodiscard]] const SweepRun* most_exact_sweep_run(const MethodResult& method);

/// Markdown: a row per method, none left out, with the cheapest sweep_run for each of error_levels and the most exact
/// one.
[[nodiscard]] std::string to_markdown(const WorkPrecision& result);
/// A row per sweep_run; errors of sweep_runs that did not reach the end are empty.
[[nodiscard]] std::string to_csv(const WorkPrecision& result);
[[nodiscard]] nlohmann::ordered_json to_json(const WorkPrecision& result);

/// "--set integrator.method=bdf2 --set integrator.dt=0.0025 ...": what makes tulle run use these settings.
[[nodiscard]] std::string settings_text(const StudyMethod& method, const SweepRunSettings& settings);

/// A whole command that repeats a sweep_run: "tulle run SCENE --set ..." with the study's own overrides and duration
/// [s]. What the method's settings replace or have no use for is left out.
[[nodiscard]] std::string run_command_text(const std::string& scene, std::span<const std::string> overrides,
                                           double duration, const StudyMethod& method,
                                           const SweepRunSettings& settings);

/// A line for each kind of failure of a method: "exploded at dt >= 0.00125 s", "too slow at dt = 1e-05 s".
[[nodiscard]] std::vector<std::string> failures(const MethodResult& result);

}  // namespace tulle
