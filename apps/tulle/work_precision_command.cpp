// tulle analyze work-precision: finds the cheapest method for an accepted error.

#include "commands.hpp"
#include "number_range.hpp"
#include "print.hpp"
#include "run/run_directory.hpp"
#include "scene/find_scene.hpp"
#include "study/work_precision/work_precision.hpp"
#include "study/work_precision/work_precision_figure.hpp"
#include "study/work_precision/work_precision_report.hpp"
#include "study_run.hpp"
#include "threads_option.hpp"

#include <tulle/threads.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tulle {
namespace {

namespace fs = std::filesystem;

struct WorkPrecisionArguments {
    std::string scene;
    std::string directory;
    std::vector<std::string> overrides;
    std::vector<std::string> methods;
    std::optional<double> duration;
    SweepOptions sweep;
    double run_seconds = 10;
    int threads = 0;
    bool png = false;
    bool quiet = false;
    bool json = false;
};

constexpr double usual_duration = 0.5;  // s; buckling cloth loses its initial state over longer times

/// Returns a table cell: the time and the step or tolerance if the method meets the error, with * at the cheapest.
std::string cell(const MethodResult& method, const Cheapest& best)
{
    const SweepRun* sweep_run = cheapest_sweep_run(method, best.error);
    if (sweep_run == nullptr) return "-";
    const bool tolerance = method.method.controls_error;
    return fmt::format("{}{}, {} {:.2g}", sweep_run == best.sweep_run ? "* " : "",
                       readable_duration(sweep_run->seconds), tolerance ? "tol" : "dt",
                       tolerance ? sweep_run->settings.relative_tolerance : sweep_run->settings.dt);
}

void print_table(const WorkPrecision& result, const WorkPrecisionArguments& arguments)
{
    const std::vector<Cheapest> best = cheapest(result);
    fmt::print("{}: {} particles over {:.4g} s; errors in % of the cloth's {:.3g} m\n\n", result.scene,
               result.particles, result.duration, result.size);
    fmt::print("{:<26} {:>6}", "time for an error of", "order");
    for (const Cheapest& level : best) fmt::print("  {:>24}", fmt::format("{:g} %", 100 * level.error));
    fmt::print("  {:>14}\n", "smallest error");
    for (const MethodResult& method : result.methods) {
        fmt::print("{:<26} {:>6}", method.method.name,
                   method.method.order > 0 ? std::to_string(method.method.order) : "varies");
        for (const Cheapest& level : best) fmt::print("  {:>24}", cell(method, level));
        const SweepRun* exact = most_exact_sweep_run(method);
        fmt::print("  {:>14}\n", exact == nullptr ? "-" : fmt::format("{:.2g} %", 100 * exact->error));
    }
    bool any = false;
    for (const MethodResult& method : result.methods)
        for (const std::string& line : failures(method)) {
            if (!any) fmt::print("\nFailed\n");
            any = true;
            fmt::print("  {:<24} {}\n", method.method.name, line);
        }
    fmt::print("\nThe cheapest run for each error (*), and the command that repeats it\n");
    for (const auto& [error, method, sweep_run] : best) {
        const std::string level = fmt::format("{:g} %", 100 * error);
        if (sweep_run == nullptr)
            fmt::print("  {:<7} no run has such a small error\n", level);
        else
            fmt::print("  {:<7} {}, {}\n          {}\n", level, method->method.name,
                       readable_duration(sweep_run->seconds),
                       run_command_text(arguments.scene, arguments.overrides, result.duration, method->method,
                                        sweep_run->settings));
    }
    fmt::print("\n");
}

/// Files of a study. The table is written after every method, so that a killed study leaves its results so far.
class StudyFiles {
public:
    StudyFiles(fs::path directory, std::string scene, bool png)
        : directory_(std::move(directory)),
          scene_(std::move(scene)),
          figure_(directory_ / (png ? "work-precision.png" : "work-precision.svg"))
    {}

    void write_table(const WorkPrecision& result)
    {
        if (result.methods.empty()) {
            make_study_directory(directory_);
            write_file_atomically(directory_ / scene_file_name, scene_);
        }
        write_file_atomically(table_, to_csv(result));
        write_file_atomically(summary_, to_markdown(result));
    }
    void write_figure(const WorkPrecision& result) const { write_plot(figure_, work_precision_figure(result)); }
    [[nodiscard]] std::vector<std::string> names() const
    {
        return {table_.string(), summary_.string(), figure_.string()};
    }

private:
    fs::path directory_;
    std::string scene_;
    fs::path table_ = directory_ / "work-precision.csv";
    fs::path summary_ = directory_ / "work-precision.md";
    fs::path figure_;
};

/// Orders the ends of the sweep, which goes from large to small.
void put_in_order(std::optional<double>& large, std::optional<double>& small)
{
    if (large && small && *large < *small) std::swap(large, small);
}

int run(const WorkPrecisionArguments& arguments)
{
    const SceneFile scene = read_scene(find_scene(arguments.scene), arguments.overrides);
    WorkPrecisionOptions options;
    options.methods = study_methods(arguments.methods);
    options.duration = arguments.duration.value_or(std::min(usual_duration, scene.scene.simulation.duration));
    options.run_seconds = arguments.run_seconds;
    options.sweep = arguments.sweep;
    put_in_order(options.sweep.from, options.sweep.to);
    put_in_order(options.sweep.loose, options.sweep.tight);
    StudyFiles files(free_study_directory(arguments.directory, scene.name + "-work-precision"), scene.text,
                     arguments.png);

    const ThreadLimit threads(arguments.threads);
    WorkPrecisionStudy study(scene, options);
    study.on_result = [&](const WorkPrecision& result) { files.write_table(result); };
    const std::optional<WorkPrecision> ended = run_shown(study, arguments.quiet);
    if (!ended) return exit_failed;
    const WorkPrecision& result = *ended;
    if (result.was_interrupted && result.methods.empty()) return exit_interrupted;

    if (arguments.json) {
        nlohmann::ordered_json json = to_json(result);
        json["files"] = files.names();
        print_json(json);
    } else if (!arguments.quiet) {
        print_table(result, arguments);
        for (const std::string& file : files.names()) fmt::print("{}\n", file);
    }
    files.write_figure(result);  // last, so that all other files exist if gnuplot is missing
    return result.was_interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_work_precision_command(CLI::App& analyze, int& exit_code)
{
    const auto arguments = std::make_shared<WorkPrecisionArguments>();
    CLI::App* command = analyze.add_subcommand(
        "work-precision", "Compare the error and the time of every method at many steps with a reference solution");
    command->add_option("SCENE", arguments->scene, "A scene file, or a name that tulle list scenes shows")->required();
    command
        ->add_option("-o,--output", arguments->directory,
                     "The folder for work-precision.csv, .md and .svg; default: studies/<scene name>-work-precision, "
                     "with a number if this name is taken")
        ->type_name("DIR");
    command->add_option("--set", arguments->overrides, "Change a value of the scene, as in cloth[0].thickness=0.003")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option("--methods", arguments->methods,
                     "The methods, separated by commas; default: all that tulle list integrators shows. A name with "
                     "-adaptive at its end is the method with adaptive steps")
        ->type_name("NAMES")
        ->delimiter(',')
        ->allow_extra_args(false);
    const auto number = [&](const std::string& name, auto& value, const NumberRange& range, const std::string& text) {
        return command->add_option(name, value, text)->check(range)->type_name("NUMBER");
    };
    constexpr double least_time = 1e-6, most_time = 1e4;  // s
    number("--duration", arguments->duration, {least_time, most_time, "s"},
           "Seconds to simulate; default: 0.5, or the duration of the scene if it is shorter");
    number("--from", arguments->sweep.from, {1e-9, most_time, "s"},
           "Largest step [s]; further steps are halves of it; default: 0.02");
    number("--to", arguments->sweep.to, {1e-9, most_time, "s"},
           "Smallest step [s]; default: small enough for a comparison");
    number("--loose", arguments->sweep.loose, {1e-15, 1e3, ""},
           "Largest relative tolerance; further tolerances are tenths of it; default: 0.1");
    number("--tight", arguments->sweep.tight, {1e-15, 1e3, ""},
           "Smallest relative tolerance; default: small enough for a comparison");
    command->add_flag("--keep-tolerances", arguments->sweep.keep_tolerances,
                      "Keep the scene's tolerances of solvers; by default the tolerances decrease with the step, as "
                      "the error of the method does");
    number("--budget", arguments->run_seconds, {least_time, 1e9, "s"}, "Seconds after which a run counts as too slow")
        ->capture_default_str();
    add_threads_option(command, arguments->threads);
    command->add_flag("--png", arguments->png, "Write the plot as PNG instead of SVG");
    command->add_flag("--quiet", arguments->quiet, "Show no progress and no tables; problems are still shown");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "The reference is the solution of SUNDIALS CVODE at a relative tolerance of 1e-12. The error of a run is the "
        "largest\n"
        "distance of a particle from the reference at the end, as a fraction of the diagonal of the box around the "
        "cloth at\n"
        "the start.\n"
        "Examples:\n"
        "  tulle analyze work-precision hanging --set 'cloth[0].grid.particles=[20, 20]'\n"
        "  tulle analyze work-precision hanging --methods imex-euler,symplectic-euler --from 0.01 --to 1e-4 --json");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace tulle
