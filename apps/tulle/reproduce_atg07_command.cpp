// tulle reproduce atg07: results of the paper: velocity filter, spectra, step sizes and times.

#include "commands.hpp"
#include "print.hpp"
#include "scene/find_scene.hpp"
#include "study/papers/atg07/atg07_report.hpp"
#include "study_run.hpp"

#include <tulle/scene_file.hpp>
#include <tulle/threads.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace tulle {
namespace {

struct Atg07Arguments {
    std::string directory;
    int threads = 1;
    bool quick = false;
    bool png = false;
    bool quiet = false;
    bool json = false;
};

void print_atg07(const Atg07Result& result, bool quick)
{
    for (const Atg07Claim& claim : atg07_claims(result)) fmt::print("{}\n    {}\n", claim.of_paper, claim.of_tulle);
    fmt::print(
        "\n"
        "settings chosen by Tulle: {}\n",
        choices_text(result));
    if (quick) fmt::print("--quick: meshes are smaller and times are shorter than in the paper\n");
    fmt::print("\n");
}

int run_atg07(const Atg07Arguments& arguments)
{
    StudyFolder files(free_study_directory(arguments.directory, "atg07"));
    const ThreadLimit threads(arguments.threads);
    Atg07Options options = arguments.quick ? atg07_quick_options() : Atg07Options{};
    options.fish = read_scene(find_scene("fish")).scene;
    if (arguments.quick) options.fish->simulation.duration = compared;
    Atg07Study study(std::move(options));
    study.on_result = [&](const Atg07Result& result) {
        files.write("atg07.md", to_markdown(result));
        files.write("atg07.json", to_json(result).dump(2) + '\n');
        files.write("figure-5.csv", spectra_csv(result));
        if (!result.steps.empty()) files.write("figure-6.csv", steps_csv(result));
        if (!result.held.empty()) files.write("section-7.1.csv", held_csv(result));
        if (!result.particles.empty()) files.write("figure-8.csv", times_csv(result));
    };
    const std::optional<Atg07Result> ended = run_shown(study, arguments.quiet);
    if (!ended) return exit_failed;
    const Atg07Result& result = *ended;
    if (result.motions.empty()) return exit_interrupted;
    const std::string ending = arguments.png ? ".png" : ".svg";
    const auto figure_4 = files.add("figure-4.png"), figure_5 = files.add("figure-5.png"),
               power = files.add("figure-5-power" + ending);
    std::filesystem::path figure_6, figure_8;
    if (!result.steps.empty()) figure_6 = files.add("figure-6" + ending);
    if (!result.particles.empty()) figure_8 = files.add("figure-8" + ending);

    print_study(result, files, arguments.json, arguments.quiet, [&] { print_atg07(result, arguments.quick); });
    std::fflush(stdout);
    // Figures are last, so that all other files exist if gnuplot is missing.
    write_plot(figure_4, atg07_figure_4(result));
    write_plot(figure_5, atg07_figure_5(result));
    write_plot(power, atg07_power_figure(result));
    if (!figure_6.empty()) write_plot(figure_6, atg07_figure_6(result));
    if (!figure_8.empty()) write_plot(figure_8, atg07_figure_8(result));
    return result.was_interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_atg07_command(CLI::App& reproduce, int& exit_code)
{
    const auto arguments = std::make_shared<Atg07Arguments>();
    CLI::App* command = reproduce.add_subcommand(
        "atg07", "ATG07 figures 4 to 9: filtered velocities, their spectra, longest steps, times, and the fish");
    command
        ->add_option("-o,--output", arguments->directory,
                     "The folder for atg07.md, atg07.json, figures and tables; default: studies/atg07, with a number "
                     "if this name is taken")
        ->type_name("DIR");
    command->add_flag(
        "--quick", arguments->quick,
        "Use small meshes and short times: the command takes seconds, and its figures differ from the paper's");
    command->add_option("--threads", arguments->threads, "Number of threads; times are processor times of all threads")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_flag("--png", arguments->png, "Write all figures as PNG; by default line plots are SVG");
    command->add_flag("--quiet", arguments->quiet, "Show no progress and no numbers; problems are still shown");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "docs/reproduce/atg07.md lists the settings that the paper does not give, and the results.\n"
        "Examples:\n"
        "  tulle reproduce atg07\n"
        "  tulle reproduce atg07 --png -o studies/filter\n"
        "  tulle reproduce atg07 --quick --json");
    command->callback([arguments, &exit_code] { exit_code = run_atg07(*arguments); });
}

}  // namespace tulle
