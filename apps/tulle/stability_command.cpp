// tulle analyze stability: computes the longest stable steps of a scene before its first step.

#include "commands.hpp"
#include "core/refuse.hpp"
#include "interrupt.hpp"
#include "output/vtk_writer.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "scene/find_scene.hpp"
#include "study/stability/stability_report.hpp"
#include "study/stability/stability_study.hpp"
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

struct StabilityArguments {
    std::string scene;
    std::vector<std::string> overrides;
    std::string vtk;
    int threads = 0;
    bool quiet = false;
    bool json = false;
};

void check_vtk_name(const std::filesystem::path& file)
{
    std::error_code ignored;
    if (file.extension() != ".vtp") refuse(file, "expected a name that ends in .vtp");
    if (std::filesystem::exists(file, ignored)) refuse(file, "exists and is not overwritten");
    if (const auto folder = file.parent_path(); !folder.empty() && !std::filesystem::is_directory(folder, ignored))
        refuse(folder, "is not a directory");
}

/// Writes the mesh at its start, with the share of each particle in the vibration that becomes unstable first.
void write_shares(const std::filesystem::path& file, const SceneDescription& scene, const StabilityStudy& study)
{
    const Simulation simulation(scene);
    const FrameData frame{
        .positions = simulation.positions(), .velocities = simulation.velocities(), .cloths = simulation.cloths()};
    write_vtk_file(file, frame, {"share", study.shares});
}

int run_stability(const StabilityArguments& arguments)
{
    const SceneFile scene = read_scene(find_scene(arguments.scene), arguments.overrides);
    if (!arguments.vtk.empty()) check_vtk_name(arguments.vtk);
    const ThreadLimit threads(arguments.threads);
    ProgressDisplay display(isatty(STDERR_FILENO) != 0);
    StabilityOptions options;
    options.stop = &watch_for_interrupt();
    if (!arguments.quiet) options.on_progress = [&](const StudyProgress& progress) { display.show(progress); };
    StabilityStudy study = study_stability(scene.scene, options);
    study.scene = scene.name;
    display.clear();
    const bool has_shares = !study.shares.empty();
    if (!arguments.vtk.empty() && has_shares) write_shares(arguments.vtk, scene.scene, study);
    if (arguments.json) {
        print_json(to_json(study));
    } else {
        std::fputs(to_text(study).c_str(), stdout);
    }
    if (!arguments.vtk.empty() && !has_shares && !study.was_interrupted)
        std::fprintf(stderr, "tulle: no growing vibration was found; %s was not written\n", arguments.vtk.c_str());
    return study.was_interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_stability_command(CLI::App& analyze, int& exit_code)
{
    const auto arguments = std::make_shared<StabilityArguments>();
    CLI::App* command =
        analyze.add_subcommand("stability", "Compute the longest stable step of every method, and its cause");
    command->add_option("SCENE", arguments->scene, "A scene file, or the name of a scene (tulle list scenes)")
        ->required();
    command->add_option("--set", arguments->overrides, "Change a value: KEY=VALUE, as in --set filter.lambda=2")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option("--vtk", arguments->vtk,
                     "Write the mesh for ParaView, with the share of every particle in the vibration that grows first")
        ->type_name("FILE.vtp");
    add_threads_option(command, arguments->threads);
    command->add_flag("--quiet", arguments->quiet, "Show no progress");
    command->add_flag("--json", arguments->json, "Print everything as JSON, with the share of every particle");
    command->footer(
        "The steps are for the particles at the start of the scene, with damping, pins and filter, and without "
        "obstacles and\n"
        "air. The column \"by ATG07\" is the criterion of the paper, whose steps are too long with a filter\n"
        "(docs/theory/stability.md).\n"
        "Exit code: 0 done, 2 bad input, 130 interrupted.\n"
        "Examples:\n"
        "  tulle analyze stability flag\n"
        "  tulle analyze stability hanging --set filter.kind='\"plain\"' --set filter.lambda=1\n"
        "  tulle analyze stability skirt --vtk skirt.vtp\n"
        "  tulle analyze stability skirt --json > skirt.json");
    command->callback([arguments, &exit_code] { exit_code = run_stability(*arguments); });
}

}  // namespace tulle
