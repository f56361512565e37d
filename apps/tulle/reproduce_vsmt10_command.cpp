// tulle reproduce vsmt10: stiffening springs of the paper, their loads and their cost.

#include "commands.hpp"
#include "print.hpp"
#include "study/papers/vsmt10/vsmt10_report.hpp"
#include "study_run.hpp"

#ifdef TULLE_HAS_RENDER
#include "render/png_writer.hpp"
#include "vsmt10_pictures.hpp"
#endif

#include <tulle/threads.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace tulle {
namespace {

struct Vsmt10Arguments {
    std::string directory;
    int threads = 1;
    bool quick = false;
    bool png = false;
    bool quiet = false;
    bool json = false;
};

void print_vsmt10(const Vsmt10Result& result, bool quick)
{
    for (const Vsmt10Claim& claim : vsmt10_claims(result)) fmt::print("{}\n    {}\n", claim.of_paper, claim.of_tulle);
    fmt::print(
        "\n"
        "settings chosen by Tulle: {}\n",
        choices_text(result));
    if (quick) fmt::print("--quick: meshes are smaller and times are shorter than in the paper\n");
    fmt::print("\n");
}

/// Writes the pictures, in builds with Embree.
void write_pictures([[maybe_unused]] const Vsmt10Result& result, [[maybe_unused]] StudyFolder& files,
                    [[maybe_unused]] bool quick)
{
#ifdef TULLE_HAS_RENDER
    const PictureDetail detail = quick ? PictureDetail::coarse : PictureDetail::fine;
    if (!result.pulls.empty()) write_png(files.add("figure-3.png"), vsmt10_lattice_picture(result, detail));
    for (const Vsmt10Experiment experiment : result.options.loads.experiments) {
        const auto is_shown = [&](const Vsmt10Load& one) {
            return one.experiment == experiment && one.status == SweepRunStatus::ok;
        };
        if (std::ranges::any_of(result.loads, is_shown))
            write_png(files.add(fmt::format("figure-{}-{}.png", figure_of(experiment), short_name_of(experiment))),
                      vsmt10_load_picture(result, experiment, detail));
    }
    if (!result.pressed.empty()) write_png(files.add("figure-6.png"), vsmt10_cube_picture(result, detail));
#endif
}

int run_vsmt10(const Vsmt10Arguments& arguments)
{
    StudyFolder files(free_study_directory(arguments.directory, "vsmt10"));
    const ThreadLimit threads(arguments.threads);
    Vsmt10Study study(arguments.quick ? vsmt10_quick_options() : Vsmt10Options{});
    study.on_result = [&](const Vsmt10Result& result) {
        files.write("vsmt10.md", to_markdown(result));
        files.write("vsmt10.json", to_json(result).dump(2) + '\n');
        files.write("figures-1-2.csv", curves_csv(result));
        if (!result.pulls.empty()) files.write("figure-3.csv", pulls_csv(result));
        if (!result.loads.empty()) files.write("figures-4-5.csv", loads_csv(result));
        if (!result.pressed.empty()) files.write("figure-6.csv", pressed_csv(result));
        if (!result.times.empty()) files.write("figure-7.csv", times_csv(result));
        if (!result.hung.empty()) files.write("figure-8.csv", hung_csv(result));
    };
    const std::optional<Vsmt10Result> ended = run_shown(study, arguments.quiet);
    if (!ended) return exit_failed;
    const Vsmt10Result& result = *ended;
    if (result.curves.empty()) return exit_interrupted;
    write_pictures(result, files, arguments.quick);
    const std::string ending = arguments.png ? ".png" : ".svg";
    std::vector<std::pair<std::filesystem::path, Figure>> figures;
    const auto add = [&](const std::string& name, const Figure& figure) {
        figures.emplace_back(files.add(name + ending), figure);
    };
    add("figure-1", vsmt10_figure_1(result));
    add("figure-2", vsmt10_figure_2(result));
    if (!result.pulls.empty()) add("figure-3-swing", vsmt10_figure_3(result));
    if (!result.loads.empty()) {
        add("figure-4-stretch", vsmt10_figure_4(result));
        add("figure-5-stretch", vsmt10_figure_5(result));
    }
    if (!result.pressed.empty()) add("figure-6-height", vsmt10_figure_6(result));
    if (!result.times.empty()) add("figure-7", vsmt10_figure_7(result));
    if (!result.hung.empty()) add("figure-8", vsmt10_figure_8(result));

    print_study(result, files, arguments.json, arguments.quiet, [&] { print_vsmt10(result, arguments.quick); });
    std::fflush(stdout);
    // Figures are last, so that all other files exist if gnuplot is missing.
    for (const auto& [file, figure] : figures) write_plot(file, figure);
    return result.was_interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_vsmt10_command(CLI::App& reproduce, int& exit_code)
{
    const auto arguments = std::make_shared<Vsmt10Arguments>();
    CLI::App* command = reproduce.add_subcommand(
        "vsmt10", "VSMT10 figures 1 to 8: springs that stiffen, heavy loads on cloth and on a cube, times");
    command
        ->add_option("-o,--output", arguments->directory,
                     "The folder for vsmt10.md, vsmt10.json, figures and tables; default: studies/vsmt10, with a "
                     "number if this name is taken")
        ->type_name("DIR");
    command->add_flag(
        "--quick", arguments->quick,
        "Use small meshes and short times: the command takes seconds, and its figures differ from the paper's");
    command->add_option("--threads", arguments->threads, "Number of threads; times are processor times of all threads")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_flag("--png", arguments->png, "Write the figures as PNG instead of SVG");
    command->add_flag("--quiet", arguments->quiet, "Show no progress and no numbers; problems are still shown");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "docs/reproduce/vsmt10.md lists the settings that the paper does not give, and the results.\n"
        "Examples:\n"
        "  tulle reproduce vsmt10\n"
        "  tulle reproduce vsmt10 --png -o studies/springs\n"
        "  tulle reproduce vsmt10 --quick --json");
    command->callback([arguments, &exit_code] { exit_code = run_vsmt10(*arguments); });
}

}  // namespace tulle
