#include "study/bench/scene_bench_report.hpp"

#include "core/counted.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace tulle {
namespace {

constexpr double milli = 1e-3, micro = 1e-6, nano = 1e-9, mega = 1e6, giga = 1e9;

/// Returns the names of stages and their seconds; the last entry is the rest, which belongs to no stage.
std::vector<std::pair<std::string, double>> stages_of(const SceneBench& bench)
{
    const StageTimes& s = bench.stages;
    std::vector<std::pair<std::string, double>> stages{
        {"forces", s.force},    {"matrix and preconditioner", s.assembly}, {"linear solver", s.solve},
        {"contact", s.contact}, {"history of fabrics", s.history},         {"checks", s.other}};
    double rest = bench.seconds;
    for (const auto& [name, seconds] : stages) rest -= seconds;
    stages.emplace_back("rest", rest);
    return stages;
}

double per_step(const SceneBench& bench, double sum) { return bench.steps == 0 ? 0 : sum / bench.steps; }

/// Returns the speed-up relative to the first row.
double gain(const std::vector<SceneBench>& rows, const SceneBench& row)
{
    return per_step(rows.front(), rows.front().seconds) / per_step(row, row.seconds);
}

}  // namespace

std::string to_text(const SceneBench& bench)
{
    std::string out =
        fmt::format("{}: {} particles, {} springs, {}, dt = {:.4g} s\n{}; {}\n\n", bench.scene, bench.particles,
                    bench.springs, counted(bench.threads, "thread"), bench.dt, bench.method, bench.solver);
    if (bench.steps == 0) return out + "No step could be measured. " + bench.failure + "\n";
    out += fmt::format("{} steps in {:.3f} s: {:.3f} ms each, median {:.3f} ms; {:.0f} ns per particle and step\n",
                       bench.steps, bench.seconds, per_step(bench, bench.seconds) / milli, bench.median_step / milli,
                       bench.seconds_per_particle_step() / nano);
    out += fmt::format(
        "a step takes {:.1f} nonlinear iterations, {:.1f} linear iterations, {:.1f} matrices; {} steps not converged\n",
        per_step(bench, static_cast<double>(bench.nonlinear_iterations)),
        per_step(bench, static_cast<double>(bench.linear_iterations)),
        per_step(bench, static_cast<double>(bench.matrix_refills)), bench.not_converged_steps);
    out += fmt::format("built in {:.3f} s", bench.build_seconds);
    if (bench.resident) out += fmt::format("; {:.0f} bytes of memory per particle", *bench.resident);
    if (bench.allocations) out += fmt::format("; {:.1f} allocations a step", *bench.allocations);
    Table stages({left_column("stage", 28), right_column("ms a step", 10), right_column("share", 7)});
    for (const auto& [name, seconds] : stages_of(bench))
        stages.add_row({name, fmt::format("{:.3f}", per_step(bench, seconds) / milli),
                        fmt::format("{:.1f} %", 100 * seconds / bench.seconds)});
    out += "\n\n" + to_text(stages);
    if (!bench.kernels.empty()) {
        Table kernels({left_column("one pass of", 28), right_column("us", 10), right_column("MB", 8),
                       right_column("GB/s", 8), right_column("of the triad's", 16), right_column("of those in cache")});
        for (const BenchKernel& kernel : bench.kernels)
            kernels.add_row(
                {kernel.name, fmt::format("{:.1f}", kernel.seconds / micro), fmt::format("{:.2f}", kernel.bytes / mega),
                 fmt::format("{:.2f}", kernel.rate() / giga),
                 fmt::format("{:.0f} %", 100 * kernel.rate() / bench.bandwidth),
                 kernel.rate_in_cache ? fmt::format("{:.0f} %", 100 * kernel.rate() / *kernel.rate_in_cache) : "-"});
        out += '\n' + to_text(kernels);
        out += fmt::format(
            "The triad a = b + c d moves {:.2f} GB/s with {}. In cache: the same on a coarse mesh, which is what its "
            "instructions take.\n",
            bench.bandwidth / giga, counted(bench.threads, "thread"));
    }
    if (!bench.failure.empty()) out += "\n" + bench.failure + "\n";
    return out;
}

std::string to_text(const SceneScaling& scaling)
{
    const auto table_with = [](const char* last) {
        return Table({right_column("particles", 10), right_column("threads", 8), right_column("ms a step", 12),
                      right_column("ns each", 10), right_column("nonlinear", 10), right_column("linear", 10),
                      right_column(last, 10)});
    };
    const auto add = [](Table& table, const SceneBench& row, double last) {
        const auto nonlinear = static_cast<double>(row.nonlinear_iterations);
        const auto linear = static_cast<double>(row.linear_iterations);
        table.add_row({row.particles, row.threads, fmt::format("{:.3f}", per_step(row, row.seconds) / milli),
                       fmt::format("{:.0f}", row.seconds_per_particle_step() / nano),
                       fmt::format("{:.1f}", per_step(row, nonlinear)),
                       fmt::format("{:.1f}", row.nonlinear_iterations == 0 ? 0 : linear / nonlinear),
                       fmt::format("{:.2f}", last)});
    };
    std::string out;
    if (!scaling.by_threads.empty()) {
        Table table = table_with("gain");
        for (const SceneBench& row : scaling.by_threads) add(table, row, gain(scaling.by_threads, row));
        out += to_text(table) + '\n';
    }
    if (!scaling.by_particles.empty()) {
        Table table = table_with("times");
        const double first = scaling.by_particles.front().seconds_per_particle_step();
        for (const SceneBench& row : scaling.by_particles) add(table, row, row.seconds_per_particle_step() / first);
        out += to_text(table);
        out +=
            "ns each: per particle and step; times: of the first; nonlinear: iterations per step; linear: per "
            "nonlinear one\n";
    }
    return out;
}

nlohmann::ordered_json to_json(const SceneBench& bench)
{
    nlohmann::ordered_json json;
    json["scene"] = bench.scene;
    json["particles"] = bench.particles;
    json["springs"] = bench.springs;
    json["threads"] = bench.threads;
    json["method"] = bench.method;
    json["solver"] = bench.solver;
    json["dt_s"] = bench.dt;
    json["build_s"] = bench.build_seconds;
    json["steps"] = bench.steps;
    json["step_s"] = per_step(bench, bench.seconds);
    json["median_step_s"] = bench.median_step;
    json["particle_step_s"] = bench.seconds_per_particle_step();
    for (const auto& [name, seconds] : stages_of(bench)) json["stages_s_per_step"][name] = per_step(bench, seconds);
    json["nonlinear_iterations_per_step"] = per_step(bench, static_cast<double>(bench.nonlinear_iterations));
    json["linear_iterations_per_step"] = per_step(bench, static_cast<double>(bench.linear_iterations));
    json["matrix_refills_per_step"] = per_step(bench, static_cast<double>(bench.matrix_refills));
    json["not_converged_steps"] = bench.not_converged_steps;
    json["allocations_per_step"] = bench.allocations ? nlohmann::ordered_json(*bench.allocations) : nullptr;
    json["resident_bytes_per_particle"] = bench.resident ? nlohmann::ordered_json(*bench.resident) : nullptr;
    json["triad_bytes_per_s"] = bench.bandwidth;
    json["kernels"] = nlohmann::ordered_json::array();
    for (const BenchKernel& kernel : bench.kernels)
        json["kernels"].push_back(
            {{"name", kernel.name},
             {"s", kernel.seconds},
             {"bytes", kernel.bytes},
             {"bytes_per_s", kernel.rate()},
             {"of_triad", kernel.rate() / bench.bandwidth},
             {"of_rate_in_cache",
              kernel.rate_in_cache ? nlohmann::ordered_json(kernel.rate() / *kernel.rate_in_cache) : nullptr}});
    json["failure"] = bench.failure;
    return json;
}

nlohmann::ordered_json to_json(const SceneScaling& scaling)
{
    nlohmann::ordered_json json;
    for (const auto& [name, rows] :
         {std::pair("by_threads", &scaling.by_threads), std::pair("by_particles", &scaling.by_particles)}) {
        json[name] = nlohmann::ordered_json::array();
        for (const SceneBench& row : *rows) json[name].push_back(to_json(row));
    }
    return json;
}

Figure scaling_figure(const SceneScaling& scaling, const std::string& scene)
{
    Figure figure;
    if (!scaling.by_particles.empty()) {
        Series series{.name = "a step", .style = SeriesStyle::line_and_points};
        for (const SceneBench& row : scaling.by_particles) {
            series.xs.push_back(row.particles);
            series.ys.push_back(row.seconds_per_particle_step() / nano);
        }
        figure.plots.push_back({.title = scene + ": time per particle and step",
                                .x = {.label = "particles", .scale = AxisScale::log},
                                .y = {.label = "time", .unit = "ns", .min = 0},
                                .series = {series},
                                .legend = LegendPlace::none});
    }
    if (!scaling.by_threads.empty()) {
        Series measured{.name = "measured", .style = SeriesStyle::line_and_points};
        Series ideal{.name = "as many as threads", .style = SeriesStyle::backdrop};
        for (const SceneBench& row : scaling.by_threads) {
            measured.xs.push_back(row.threads);
            measured.ys.push_back(gain(scaling.by_threads, row));
            ideal.xs.push_back(row.threads);
            ideal.ys.push_back(static_cast<double>(row.threads) / scaling.by_threads.front().threads);
        }
        figure.plots.push_back(
            {.title = fmt::format("{}: gain by threads, {} particles", scene, scaling.by_threads.front().particles),
             .x = {.label = "threads"},
             .y = {.label = "gain", .min = 0},
             .series = {ideal, measured},
             .legend = LegendPlace::top_left});
    }
    return figure;
}

}  // namespace tulle
