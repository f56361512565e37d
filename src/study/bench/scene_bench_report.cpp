#include "study/bench/scene_bench_report.hpp"

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

std::string threads_text(int threads) { return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s"); }

}  // namespace

std::string to_text(const SceneBench& bench)
{
    std::string out =
        fmt::format("{}: {} particles, {} springs, {}, dt = {:.4g} s\n{}; {}\n\n", bench.scene, bench.particles,
                    bench.springs, threads_text(bench.threads), bench.dt, bench.method, bench.solver);
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
    out += fmt::format("\n\n{:<28} {:>10} {:>7}\n", "stage", "ms a step", "share");
    for (const auto& [name, seconds] : stages_of(bench))
        out += fmt::format("{:<28} {:>10.3f} {:>5.1f} %\n", name, per_step(bench, seconds) / milli,
                           100 * seconds / bench.seconds);
    if (!bench.kernels.empty()) {
        out += fmt::format("\n{:<28} {:>10} {:>8} {:>8} {:>16} {:>16}\n", "one pass of", "us", "MB", "GB/s",
                           "of the triad's", "of those in cache");
        for (const BenchKernel& kernel : bench.kernels) {
            const std::string in_cache =
                kernel.rate_in_cache ? fmt::format("{:.0f} %", 100 * kernel.rate() / *kernel.rate_in_cache) : "-";
            out += fmt::format("{:<28} {:>10.1f} {:>8.2f} {:>8.2f} {:>14.0f} % {:>17}\n", kernel.name,
                               kernel.seconds / micro, kernel.bytes / mega, kernel.rate() / giga,
                               100 * kernel.rate() / bench.bandwidth, in_cache);
        }
        out += fmt::format(
            "The triad a = b + c d moves {:.2f} GB/s with {}. In cache: the same on a coarse net, which is what its "
            "instructions take.\n",
            bench.bandwidth / giga, threads_text(bench.threads));
    }
    if (!bench.failure.empty()) out += "\n" + bench.failure + "\n";
    return out;
}

std::string to_text(const SceneScaling& scaling)
{
    std::string out;
    const auto line = [&](const SceneBench& row, const std::string& last) {
        out += fmt::format("{:>10} {:>8} {:>12.3f} {:>10.0f} {:>10.1f} {:>10.1f} {:>10}\n", row.particles, row.threads,
                           per_step(row, row.seconds) / milli, row.seconds_per_particle_step() / nano,
                           per_step(row, static_cast<double>(row.nonlinear_iterations)),
                           row.nonlinear_iterations == 0 ? 0
                                                         : static_cast<double>(row.linear_iterations) /
                                                               static_cast<double>(row.nonlinear_iterations),
                           last);
    };
    const auto head = [&](const char* last) {
        out += fmt::format("{:>10} {:>8} {:>12} {:>10} {:>10} {:>10} {:>10}\n", "particles", "threads", "ms a step",
                           "ns each", "nonlinear", "linear", last);
    };
    if (!scaling.by_threads.empty()) {
        head("gain");
        for (const SceneBench& row : scaling.by_threads)
            line(row, fmt::format("{:.2f}", gain(scaling.by_threads, row)));
        out += '\n';
    }
    if (!scaling.by_particles.empty()) {
        head("times");
        const double first = scaling.by_particles.front().seconds_per_particle_step();
        for (const SceneBench& row : scaling.by_particles)
            line(row, fmt::format("{:.2f}", row.seconds_per_particle_step() / first));
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
