// tulle analyze stability: how long steps may be, before the first is taken.

#include "commands.hpp"
#include "interrupt.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "scene_lookup.hpp"
#include "study/stability_report.hpp"
#include "study/stability_study.hpp"
#include "threads_option.hpp"

#include <tulle/scene_file.hpp>
#include <tulle/threads.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace tulle {
namespace {

struct StabilityArguments {
    std::string scene;
    std::vector<std::string> overrides;
    int threads = 0;
    bool quiet = false;
    bool json = false;
};

int run_stability(const StabilityArguments& arguments)
{
    const SceneFile scene = read_scene(find_scene(arguments.scene), arguments.overrides);
    const ThreadLimit threads(arguments.threads);
    ProgressDisplay display(isatty(STDERR_FILENO) != 0);
    StabilityOptions options;
    options.stop = &watch_for_interrupt();
    if (!arguments.quiet) options.on_progress = [&](const StudyProgress& progress) { display.show(progress); };
    StabilityStudy study = study_stability(scene.scene, options);
    study.scene = scene.name;
    display.clear();
    if (arguments.json) {
        print_json(to_json(study));
    } else {
        std::fputs(to_text(study).c_str(), stdout);
    }
    return study.was_interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_stability_command(CLI::App& analyze, int& exit_code)
{
    const auto arguments = std::make_shared<StabilityArguments>();
    CLI::App* command =
        analyze.add_subcommand("stability", "The longest stable step of every method, and what limits it");
    command->add_option("SCENE", arguments->scene, "A scene file, or the name of a scene (tulle list scenes)")
        ->required();
    command->add_option("--set", arguments->overrides, "Change a value: KEY=VALUE, as in --set filter.lambda=2")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    add_threads_option(command, arguments->threads);
    command->add_flag("--quiet", arguments->quiet, "No progress");
    command->add_flag("--json", arguments->json, "Print everything as JSON, with the share of every particle");
    command->footer(
        "Steps are those of the scene's net at its start, with its damping, pins and filter; obstacles and air are "
        "left\n"
        "out. By ATG07: as the paper has it, which is too long with a filter (docs/theory/stability.md).\n"
        "Exit code: 0 done, 2 bad input, 130 interrupted.\n"
        "Examples:\n"
        "  tulle analyze stability flag\n"
        "  tulle analyze stability hanging --set filter.kind='\"plain\"' --set filter.lambda=1\n"
        "  tulle analyze stability skirt --json > skirt.json");
    command->callback([arguments, &exit_code] { exit_code = run_stability(*arguments); });
}

}  // namespace tulle
