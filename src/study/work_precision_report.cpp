#include "study/work_precision_report.hpp"

#include "output/encode.hpp"
#include "scene/unused_keys.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace tulle {
namespace {

double value_of(const StudyMethod& method, const Rung& rung)
{
    return method.controls_error ? rung.settings.relative_tolerance : rung.settings.dt;
}

/// "dt = 0.01 s", "dt = 0.01 to 0.00125 s"
std::string range_text(const StudyMethod& method, double first, double last)
{
    const std::string_view name = method.controls_error ? "tolerance" : "dt";
    const std::string_view unit = method.controls_error ? "" : " s";
    if (first == last) return fmt::format("{} = {:.3g}{}", name, first, unit);
    return fmt::format("{} = {:.3g} to {:.3g}{}", name, first, last, unit);
}

/// As a shell must see it.
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

/// Empty instead of "nan": what readers of CSV take for a missing value.
void append_cell(std::string& row, double value)
{
    row += ',';
    if (std::isfinite(value)) append_number(row, value);
}

nlohmann::ordered_json json_of(const StudyMethod& method, const Rung& rung)
{
    nlohmann::ordered_json json;
    if (method.controls_error) {
        json["relative_tolerance"] = rung.settings.relative_tolerance;
        json["absolute_tolerance"] = rung.settings.absolute_tolerance;
    } else {
        json["dt"] = rung.settings.dt;
    }
    json["tolerance"] = rung.settings.tolerance;
    json["solver_tolerance"] = rung.settings.solver_tolerance;
    json["status"] = name_of(rung.status);
    json["time"] = rung.time;
    // Not a number where the end was not reached: null in JSON.
    json["error"] = rung.error;
    json["rms_error"] = rung.rms_error;
    json["seconds"] = rung.seconds;
    json["repetitions"] = rung.repetitions;
    json["steps"] = rung.steps;
    json["rejected_steps"] = rung.rejected_steps;
    json["rounds"] = rung.rounds;
    json["linear_iterations"] = rung.linear_iterations;
    json["not_converged_steps"] = rung.not_converged_steps;
    return json;
}

}  // namespace

const Rung* cheapest_rung(const MethodResult& method, double error)
{
    const Rung* best = nullptr;
    for (const Rung& rung : method.rungs)
        if (rung.is_good() && rung.error <= error && (best == nullptr || rung.seconds < best->seconds)) best = &rung;
    return best;
}

std::vector<Cheapest> cheapest(const WorkPrecision& result)
{
    std::vector<Cheapest> all;
    for (const double error : error_levels) {
        Cheapest best{error, nullptr, nullptr};
        for (const MethodResult& method : result.methods) {
            const Rung* rung = cheapest_rung(method, error);
            if (rung != nullptr && (best.rung == nullptr || rung->seconds < best.rung->seconds))
                best = {error, &method, rung};
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

const Rung* most_exact_rung(const MethodResult& method)
{
    const Rung* best = nullptr;
    for (const Rung& rung : method.rungs)
        if (rung.is_good() && (best == nullptr || rung.error < best->error)) best = &rung;
    return best;
}

std::string to_markdown(const WorkPrecision& result)
{
    const auto text_of = [](const StudyMethod& method, const Rung& rung) {
        const bool tolerance = method.controls_error;
        return fmt::format("{}, {} {:.2g}", readable(rung.seconds), tolerance ? "tol" : "dt",
                           tolerance ? rung.settings.relative_tolerance : rung.settings.dt);
    };
    const std::vector<Cheapest> best = cheapest(result);
    std::string head = "| time for an error of |";
    std::string rule = "| --- |";
    for (const Cheapest& level : best) {
        head += fmt::format(" {:g} % |", 100 * level.error);
        rule += " --- |";
    }
    std::string text = fmt::format("{}: {} particles over {:.4g} s; errors in % of the cloth's {:.3g} m\n\n",
                                   result.scene, result.particles, result.duration, result.size);
    text += head + " smallest error |\n" + rule + " --- |\n";
    for (const MethodResult& method : result.methods) {
        text += fmt::format("| `{}` |", method.method.name);
        for (const Cheapest& level : best) {
            const Rung* rung = cheapest_rung(method, level.error);
            const std::string cell = rung == nullptr ? "-" : text_of(method.method, *rung);
            text += rung != nullptr && rung == level.rung ? fmt::format(" **{}** |", cell) : fmt::format(" {} |", cell);
        }
        const Rung* exact = most_exact_rung(method);
        text += exact == nullptr
                    ? " - |\n"
                    : fmt::format(" {:.2g} % in {} |\n", 100 * exact->error, text_of(method.method, *exact));
    }
    return text;
}

std::string to_csv(const WorkPrecision& result)
{
    std::string text =
        "method,family,order,dt_s,relative_tolerance,absolute_tolerance_m,tolerance,solver_tolerance,status,time_s,"
        "error,rms_error,"
        "wall_s,repetitions,steps,rejected_steps,rounds,linear_iterations,not_converged_steps\n";
    constexpr double absent = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [method, rungs] : result.methods) {
        for (const Rung& rung : rungs) {
            text += fmt::format("{},{},{}", method.name, method.family,
                                method.order > 0 ? std::to_string(method.order) : "");
            append_cell(text, method.controls_error ? absent : rung.settings.dt);
            append_cell(text, method.controls_error ? rung.settings.relative_tolerance : absent);
            append_cell(text, method.controls_error ? rung.settings.absolute_tolerance : absent);
            append_cell(text, rung.settings.tolerance);
            append_cell(text, rung.settings.solver_tolerance);
            text += fmt::format(",{}", name_of(rung.status));
            for (const double value : {rung.time, rung.error, rung.rms_error, rung.seconds}) append_cell(text, value);
            text += fmt::format(",{},{},{},{},{},{}\n", rung.repetitions, rung.steps, rung.rejected_steps, rung.rounds,
                                rung.linear_iterations, rung.not_converged_steps);
        }
    }
    return text;
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
    for (const auto& [error, method, rung] : cheapest(result)) {
        nlohmann::ordered_json best{{"error", error}, {"method", nullptr}};
        if (rung != nullptr) {
            best["method"] = method->method.name;
            best.update(json_of(method->method, *rung));
            best["error"] = error;
            best["error_reached"] = rung->error;
        }
        json["cheapest"].push_back(best);
    }
    json["methods"] = nlohmann::ordered_json::array();
    for (const auto& [method, rungs] : result.methods) {
        auto all = nlohmann::ordered_json::array();
        for (const Rung& rung : rungs) all.push_back(json_of(method, rung));
        json["methods"].push_back({{"name", method.name},
                                   {"family", method.family},
                                   {"order", method.order > 0 ? nlohmann::ordered_json(method.order) : nullptr},
                                   {"rungs", all}});
    }
    return json;
}

std::string settings_text(const StudyMethod& method, const RungSettings& settings)
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
                             const StudyMethod& method, const RungSettings& settings)
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
    for (auto rung = result.rungs.begin(); rung != result.rungs.end();) {
        const auto end =
            std::find_if(rung, result.rungs.end(), [&](const Rung& r) { return r.status != rung->status; });
        if (!rung->is_good()) {
            lines.push_back(fmt::format(
                "{} at {}", name_of(rung->status),
                range_text(result.method, value_of(result.method, *rung), value_of(result.method, *(end - 1)))));
        }
        rung = end;
    }
    return lines;
}

}  // namespace tulle
