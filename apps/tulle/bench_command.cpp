// tulle bench: profiles the steps of a scene, and compares the times with the limits of this machine.

#include "allocation_count.hpp"
#include "commands.hpp"
#include "core/refuse.hpp"
#include "interrupt.hpp"
#include "mesh/cloth_or_body.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "scene/find_scene.hpp"
#include "study/bench/scene_bench_report.hpp"
#include "threads_option.hpp"

#include <tulle/scene_file.hpp>
#include <tulle/threads.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace tulle {
namespace {

struct BenchArguments {
    std::string scene;
    std::vector<std::string> overrides;
    int steps = 50;
    int warm_up = 10;
    int threads = 0;
    bool scaling = false;
    std::vector<double> particles;
    std::vector<int> thread_counts;
    std::string plot;
    bool quiet = false;
    bool json = false;
};

/// Returns the default numbers of threads: 1, 2, 4 and so on, and all cores.
std::vector<int> usual_threads()
{
    const int all = thread_count();
    std::vector<int> counts;
    for (int count = 1; count < all; count *= 2) counts.push_back(count);
    counts.push_back(all);
    return counts;
}

/// Returns a quarter, one and four times the number of particles. Returns nothing if a cloth cannot be refined.
std::vector<double> usual_particles(const SceneFile& scene)
{
    double own = 0;
    for (const ClothOrBody& cloth : cloths_and_bodies(scene.scene)) {
        const GridDescription* grid = cloth.grid();
        if (grid == nullptr) {
            std::fprintf(
                stderr,
                "tulle: %s contains cloth that is no grid and cannot be refined; only the number of threads varies\n",
                scene.name.c_str());
            return {};
        }
        own += static_cast<double>(grid->particles[0]) * grid->particles[1];
    }
    return {own / 4, own, 4 * own};
}

void check_plot_name(const std::filesystem::path& file)
{
    std::error_code ignored;
    if (file.extension() != ".svg" && file.extension() != ".png")
        refuse(file, "expected a name that ends in .svg or .png");
    if (std::filesystem::exists(file, ignored)) refuse(file, "exists and is not overwritten");
}

int run_scaling(const SceneFile& scene, const BenchArguments& arguments, const SceneBenchOptions& options,
                ProgressDisplay& display)
{
    const std::vector<double> particles = arguments.particles.empty() ? usual_particles(scene) : arguments.particles;
    const SceneScaling scaling = bench_scaling(
        scene.scene, arguments.thread_counts.empty() ? usual_threads() : arguments.thread_counts, particles, options);
    display.clear();
    if (arguments.json) {
        print_json(to_json(scaling));
    } else {
        std::fputs(to_text(scaling).c_str(), stdout);
    }
    if (!arguments.plot.empty() && !scaling.was_interrupted)
        write_plot(arguments.plot, scaling_figure(scaling, scene.name));
    return scaling.was_interrupted ? exit_interrupted : exit_done;
}

int run_bench(const BenchArguments& arguments)
{
    const SceneFile scene = read_scene(find_scene(arguments.scene), arguments.overrides);
    if (!arguments.plot.empty()) check_plot_name(arguments.plot);
    ProgressDisplay display(isatty(STDERR_FILENO) != 0);
    SceneBenchOptions options{.warm_up = arguments.warm_up,
                              .steps = arguments.steps,
                              .threads = arguments.threads,
                              .allocations = allocation_count,
                              .stop = &watch_for_interrupt()};
    if (!arguments.quiet) options.on_progress = [&](const StudyProgress& progress) { display.show(progress); };
    if (arguments.scaling) return run_scaling(scene, arguments, options, display);

    SceneBench bench = bench_scene(scene.scene, options);
    bench.scene = scene.name;
    display.clear();
    if (arguments.json) {
        print_json(to_json(bench));
    } else {
        std::fputs(to_text(bench).c_str(), stdout);
    }
    if (options.stop->load()) return exit_interrupted;
    return bench.failure.empty() ? exit_done : exit_failed;
}

}  // namespace

void add_bench_command(CLI::App& app, int& exit_code)
{
    const auto arguments = std::make_shared<BenchArguments>();
    CLI::App* command = app.add_subcommand("bench", "Measure how the steps of a scene spend their time");
    command->add_option("SCENE", arguments->scene, "A scene file, or the name of a scene (tulle list scenes)")
        ->required();
    command->add_option("--set", arguments->overrides, "Change a value: KEY=VALUE, as in --set integrator.dt=0.005")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command->add_option("--steps", arguments->steps, "Number of steps to measure; fewer if the scene ends earlier")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(1, 1'000'000));
    command->add_option("--warm-up", arguments->warm_up, "Number of steps before the measured steps")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(0, 1'000'000));
    add_threads_option(command, arguments->threads);
    CLI::Option* scaling = command->add_flag(
        "--scaling", arguments->scaling, "Measure with increasing numbers of threads, and on coarser and finer grids");
    const auto take_list = [&](CLI::Option* option, const CLI::Range& range) {
        option->type_name("NUMBERS")->delimiter(',')->check(range)->allow_extra_args(false)->needs(scaling);
    };
    take_list(command->add_option("--particles", arguments->particles,
                                  "With --scaling: numbers of particles, separated by commas; default: a quarter of "
                                  "the scene's number, this number and four times this number"),
              CLI::Range(9.0, 1e8));
    take_list(
        command->add_option(
            "--thread-counts", arguments->thread_counts,
            "With --scaling: numbers of threads, separated by commas; default: 1, 2, 4 and so on, up to all cores"),
        CLI::Range(1, 1024));
    command->add_option("--plot", arguments->plot, "With --scaling: plot the measurements into this file")
        ->type_name("FILE.svg")
        ->needs(scaling);
    command->add_flag("--quiet", arguments->quiet, "Show no progress");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "Times are wall times, so run nothing else on the machine. The bytes of a kernel are the fewest bytes that "
        "one\n"
        "pass must read and write. The report compares the bandwidth of a kernel with the bandwidth of the triad\n"
        "a = b + c d, measured with the same number of threads (docs/performance.md).\n"
        "Exit code: 0 done, 2 bad input, 3 a step failed, 130 interrupted.\n"
        "Examples:\n"
        "  tulle bench hanging\n"
        "  tulle bench tablecloth --set integrator.method=backward-euler --threads 1 --json\n"
        "  tulle bench hanging --scaling --particles 10000,40000,160000 --plot scaling.svg");
    command->callback([arguments, &exit_code] { exit_code = run_bench(*arguments); });
}

}  // namespace tulle
