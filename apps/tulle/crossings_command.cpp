// tulle analyze crossings: finds intersections of the cloth of a run with obstacles.

#include "commands.hpp"
#include "interrupt.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "study/certify/crossings.hpp"
#include "study/certify/crossings_report.hpp"
#include "threads_option.hpp"

#include <tulle/run.hpp>
#include <tulle/threads.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <string>

#include <unistd.h>

namespace tulle {
namespace {

struct CrossingsArguments {
    std::string run;
    int threads = 0;
    bool quiet = false;
    bool json = false;
};

int run(const CrossingsArguments& arguments)
{
    const SceneFile scene = read_run_scene(arguments.run);
    const std::unique_ptr<RunFrames> frames = open_run(arguments.run, scene);
    const ThreadLimit threads(arguments.threads);
    ProgressDisplay display(isatty(STDERR_FILENO) != 0);
    CrossingOptions options;
    options.stop = &watch_for_interrupt();
    if (!arguments.quiet) options.on_progress = [&](const StudyProgress& progress) { display.show(progress); };
    const Crossings crossings = find_crossings(*frames, scene.scene, options);
    display.clear();

    if (arguments.json) {
        print_json(to_json(crossings));
    } else if (!arguments.quiet) {
        std::fputs(to_text(crossings).c_str(), stdout);
    }
    if (!crossings.is_free()) return exit_internal;
    return crossings.was_interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_crossings_command(CLI::App& analyze, int& exit_code)
{
    const auto arguments = std::make_shared<CrossingsArguments>();
    CLI::App* command = analyze.add_subcommand(
        "crossings", "Check the frames of a run for cloth inside obstacles, and measure the depth");
    command->add_option("RUN", arguments->run, "A run directory; the run may still be in progress")->required();
    add_threads_option(command, arguments->threads);
    command->add_flag("--quiet", arguments->quiet, "Print nothing; the exit code is the result");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "Cloth is inside an obstacle if a particle is more than 1e-6 m inside the obstacle, or if a triangle crosses "
        "the\n"
        "drawn surface of the obstacle, or is inside the solid, by more than the contact distance (thickness).\n"
        "Exit code: 0 no cloth inside obstacles, 1 cloth inside obstacles, 2 bad input, 130 interrupted.\n"
        "Examples:\n"
        "  tulle analyze crossings runs/tablecloth\n"
        "  tulle analyze crossings runs/castle --json");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace tulle
