#include "study/work_precision/work_precision_report.hpp"

#include "scene/unused_keys.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace tulle {
namespace {

double value_of(const StudyMethod& method, const SweepRun& sweep_run)
{
    return method.controls_error ? sweep_run.settings.relative_tolerance : sweep_run.settings.dt;
}

/// "dt = 0.01 s", "dt = 0.01 to 0.00125 s"
std::string range_text(const StudyMethod& method, double first, double last)
{
    const std::string_view name = method.controls_error ? "tolerance" : "dt";
    const std::string_view unit = method.controls_error ? "" : " s";
    if (first == last) return fmt::format("{} = {:.3g}{}", name, first, unit);
    return fmt::format("{} = {:.3g} to {:.3g}{}", name, first, last, unit);
}

/// Quotes a word for a shell where necessary.
std::string shell_word(const std::string& text)
{
    const auto is_plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_-./=:+,@%").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

nlohmann::ordered_json json_of(const StudyMethod& method, const SweepRun& sweep_run)
{
    nlohmann::ordered_json json;
    if (method.controls_error) {
        json["relative_tolerance"] = sweep_run.settings.relative_tolerance;
        json["absolute_tolerance"] = sweep_run.settings.absolute_tolerance;
    } else {
        json["dt"] = sweep_run.settings.dt;
    }
    json["tolerance"] = sweep_run.settings.tolerance;
    json["solver_tolerance"] = sweep_run.settings.solver_tolerance;
    json["status"] = name_of(sweep_run.status);
    json["time"] = sweep_run.time;
    // Errors are NaN if the run did not reach the end; JSON then has null.
    json["error"] = sweep_run.error;
    json["rms_error"] = sweep_run.rms_error;
    json["seconds"] = sweep_run.seconds;
    json["repetitions"] = sweep_run.repetitions;
    json["steps"] = sweep_run.steps;
    json["rejected_steps"] = sweep_run.rejected_steps;
    json["nonlinear_iterations"] = sweep_run.nonlinear_iterations;
    json["linear_iterations"] = sweep_run.linear_iterations;
    json["not_converged_steps"] = sweep_run.not_converged_steps;
    return json;
}

}  // namespace

const SweepRun* cheapest_sweep_run(const MethodResult& method, double error)
{
    const SweepRun* best = nullptr;
    for (const SweepRun& sweep_run : method.sweep_runs)
        if (sweep_run.is_good() && sweep_run.error <= error && (best == nullptr || sweep_run.seconds < best->seconds))
            best = &sweep_run;
    return best;
}

std::vector<Cheapest> cheapest(const WorkPrecision& result)
{
    std::vector<Cheapest> all;
    for (const double error : error_levels) {
        Cheapest best{error, nullptr, nullptr};
        for (const MethodResult& method : result.methods) {
            const SweepRun* sweep_run = cheapest_sweep_run(method, error);
            if (sweep_run != nullptr && (best.sweep_run == nullptr || sweep_run->seconds < best.sweep_run->seconds))
                best = {error, &method, sweep_run};
        }
        all.push_back(best);
    }
    return all;
}

namespace {

/// "58 ms", "3.3 s"
std::string readable(double seconds)
{
    return seconds < 1 ? fmt::format("{:.3g} ms", 1000 * seconds) : fmt::format("{:.3g} s", seconds);
}

}  // namespace

const SweepRun* most_exact_sweep_run(const MethodResult& method)
{
    const SweepRun* best = nullptr;
    for (const SweepRun& sweep_run : method.sweep_runs)
        if (sweep_run.is_good() && (best == nullptr || sweep_run.error < best->error)) best = &sweep_run;
    return best;
}

std::string to_markdown(const WorkPrecision& result)
{
    const auto text_of = [](const StudyMethod& method, const SweepRun& sweep_run) {
        const bool tolerance = method.controls_error;
        return fmt::format("{}, {} {:.2g}", readable(sweep_run.seconds), tolerance ? "tol" : "dt",
                           tolerance ? sweep_run.settings.relative_tolerance : sweep_run.settings.dt);
    };
    const std::vector<Cheapest> best = cheapest(result);
    std::vector<Table::Column> columns{"time for an error of"};
    for (const Cheapest& level : best) columns.emplace_back(fmt::format("{:g} %", 100 * level.error));
    columns.emplace_back("smallest error");
    Table table(std::move(columns));
    for (const MethodResult& method : result.methods) {
        Table::Row row{fmt::format("`{}`", method.method.name)};
        for (const Cheapest& level : best) {
            const SweepRun* sweep_run = cheapest_sweep_run(method, level.error);
            const std::string cell = sweep_run == nullptr ? "-" : text_of(method.method, *sweep_run);
            row.emplace_back(sweep_run != nullptr && sweep_run == level.sweep_run ? "**" + cell + "**" : cell);
        }
        const SweepRun* exact = most_exact_sweep_run(method);
        row.emplace_back(
            exact == nullptr ? "-" : fmt::format("{:.2g} % in {}", 100 * exact->error, text_of(method.method, *exact)));
        table.add_row(std::move(row));
    }
    return fmt::format("{}: {} particles over {:.4g} s; errors in % of the cloth's {:.3g} m\n\n", result.scene,
                       result.particles, result.duration, result.size) +
           to_markdown(table);
}

std::string to_csv(const WorkPrecision& result)
{
    Table table({"method", "family", "order", "dt_s", "relative_tolerance", "absolute_tolerance_m", "tolerance",
                 "solver_tolerance", "status", "time_s", "error", "rms_error", "wall_s", "repetitions", "steps",
                 "rejected_steps", "nonlinear_iterations", "linear_iterations", "not_converged_steps"});
    for (const auto& [method, sweep_runs] : result.methods)
        for (const SweepRun& sweep_run : sweep_runs) {
            const SweepRunSettings& settings = sweep_run.settings;
            table.add_row({method.name, method.family, value_if(method.order > 0, method.order),
                           value_if(!method.controls_error, settings.dt),
                           value_if(method.controls_error, settings.relative_tolerance),
                           value_if(method.controls_error, settings.absolute_tolerance), if_finite(settings.tolerance),
                           if_finite(settings.solver_tolerance), name_of(sweep_run.status), if_finite(sweep_run.time),
                           if_finite(sweep_run.error), if_finite(sweep_run.rms_error), if_finite(sweep_run.seconds),
                           sweep_run.repetitions, sweep_run.steps, sweep_run.rejected_steps,
                           sweep_run.nonlinear_iterations, sweep_run.linear_iterations, sweep_run.not_converged_steps});
        }
    return to_csv(table);
}

nlohmann::ordered_json to_json(const WorkPrecision& result)
{
    nlohmann::ordered_json json;
    json["scene"] = result.scene;
    json["particles"] = result.particles;
    json["duration"] = result.duration;
    json["size"] = result.size;
    json["reference"] = {{"steps", result.reference.steps},
                         {"force_evaluations", result.reference.force_evaluations},
                         {"seconds", result.reference_seconds}};
    json["interrupted"] = result.was_interrupted;
    json["cheapest"] = nlohmann::ordered_json::array();
    for (const auto& [error, method, sweep_run] : cheapest(result)) {
        nlohmann::ordered_json best{{"error", error}, {"method", nullptr}};
        if (sweep_run != nullptr) {
            best["method"] = method->method.name;
            best.update(json_of(method->method, *sweep_run));
            best["error"] = error;
            best["error_reached"] = sweep_run->error;
        }
        json["cheapest"].push_back(best);
    }
    json["methods"] = nlohmann::ordered_json::array();
    for (const auto& [method, sweep_runs] : result.methods) {
        auto all = nlohmann::ordered_json::array();
        for (const SweepRun& sweep_run : sweep_runs) all.push_back(json_of(method, sweep_run));
        json["methods"].push_back({{"name", method.name},
                                   {"family", method.family},
                                   {"order", method.order > 0 ? nlohmann::ordered_json(method.order) : nullptr},
                                   {"sweep_runs", all}});
    }
    return json;
}

std::string settings_text(const StudyMethod& method, const SweepRunSettings& settings)
{
    std::string text = "--set integrator.method=" + method.integrator;
    const auto add = [&](std::string_view key, double value) { text += fmt::format(" --set {}={:.6g}", key, value); };
    if (method.adaptive) text += " --set integrator.dt=adaptive";
    if (method.controls_error) {
        add("integrator.relative_tolerance", settings.relative_tolerance);
        add("integrator.absolute_tolerance", settings.absolute_tolerance);
    } else {
        add("integrator.dt", settings.dt);
    }
    if (is_of_use("integrator.tolerance", method.integrator)) add("integrator.tolerance", settings.tolerance);
    if (is_of_use("solver.tolerance", method.integrator)) add("solver.tolerance", settings.solver_tolerance);
    return text;
}

std::string run_command_text(const std::string& scene, std::span<const std::string> overrides, double duration,
                             const StudyMethod& method, const SweepRunSettings& settings)
{
    const std::string own = settings_text(method, settings);
    std::string text = "tulle run " + shell_word(scene);
    for (const std::string& assignment : overrides) {
        const std::string key = assignment.substr(0, assignment.find_first_of(" ="));
        const bool replaced = own.find("--set " + key + '=') != std::string::npos || key == "simulation.duration" ||
                              key == "integrator.dt" || !is_of_use(key, method.integrator);
        const bool idle = !method.controls_error && key.ends_with("e_tolerance");  // relative and absolute
        if (!replaced && !idle) text += " --set " + shell_word(assignment);
    }
    return text + fmt::format(" --set simulation.duration={:.6g} ", duration) + own;
}

std::vector<std::string> failures(const MethodResult& result)
{
    std::vector<std::string> lines;
    for (auto sweep_run = result.sweep_runs.begin(); sweep_run != result.sweep_runs.end();) {
        const auto end = std::find_if(sweep_run, result.sweep_runs.end(),
                                      [&](const SweepRun& r) { return r.status != sweep_run->status; });
        if (!sweep_run->is_good()) {
            lines.push_back(fmt::format(
                "{} at {}", name_of(sweep_run->status),
                range_text(result.method, value_of(result.method, *sweep_run), value_of(result.method, *(end - 1)))));
        }
        sweep_run = end;
    }
    return lines;
}

}  // namespace tulle
