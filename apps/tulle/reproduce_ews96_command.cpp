// tulle reproduce ews96: three examples of the paper, with its methods and with methods of Tulle.

#include "commands.hpp"
#include "fabric_lookup.hpp"
#include "print.hpp"
#include "scene/read_fabric.hpp"
#include "study/papers/ews96/ews96_report.hpp"
#include "study_run.hpp"

#include <tulle/threads.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tulle {
namespace {

struct Ews96Arguments {
    std::string directory;
    std::string fabric = "cotton";
    std::optional<int> frames;
    std::vector<int> sides;
    bool tension_loop = false;
    int threads = 1;
    bool quick = false;
    bool png = false;
    bool quiet = false;
    bool json = false;
};

Ews96Options options_of(const Ews96Arguments& arguments)
{
    Ews96Options options = arguments.quick ? ews96_quick_options() : Ews96Options{};
    options.fabric = read_fabric(find_fabric_here(arguments.fabric));
    options.choices.tension_loop = arguments.tension_loop;
    if (arguments.frames) options.choices.frames = *arguments.frames;
    const auto is_wanted = [&](const Ews96Row& row) {
        return arguments.sides.empty() || std::ranges::find(arguments.sides, row.side) != arguments.sides.end();
    };
    std::erase_if(options.rows, [&](const Ews96Row& row) { return !is_wanted(row); });
    return options;
}

void print_result(const Ews96Result& result, bool quick)
{
    fmt::print(
        "EWS96: steps [ms of simulated time], and mean processor time of a frame [s]\n"
        "\n"
        "{}\n"
        "settings chosen by Tulle: {}\n",
        summary_table(result), choices_text(result));
    if (quick)
        fmt::print(
            "--quick: meshes are smaller and times are shorter than in the paper, so the paper's numbers are left "
            "out\n");
    fmt::print("\n");
}

int run(const Ews96Arguments& arguments)
{
    const Ews96Options options = options_of(arguments);
    StudyFolder files(free_study_directory(arguments.directory, "ews96"));
    const ThreadLimit threads(arguments.threads);
    Ews96Study study(options);
    study.on_result = [&](const Ews96Result& result) {
        files.write("ews96.csv", to_csv(result));
        files.write("ews96.md", to_markdown(result));
        files.write("ews96.json", to_json(result).dump(2) + '\n');
    };
    const std::optional<Ews96Result> ended = run_shown(study, arguments.quiet);
    if (!ended) return exit_failed;
    const Ews96Result& result = *ended;
    if (result.was_interrupted && result.rows.empty()) return exit_interrupted;
    const auto figure = files.add(arguments.png ? "ews96.png" : "ews96.svg");

    print_study(result, files, arguments.json, arguments.quiet, [&] { print_result(result, arguments.quick); });
    write_plot(figure, ews96_figure(result));  // last, so that all other files exist if gnuplot is missing
    return result.was_interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_ews96_command(CLI::App& reproduce, int& exit_code)
{
    const auto arguments = std::make_shared<Ews96Arguments>();
    CLI::App* command = reproduce.add_subcommand(
        "ews96", "EWS96 tables 1 to 4: operations, steps, shares and time per frame; and how much faster Tulle is");
    command
        ->add_option("-o,--output", arguments->directory,
                     "The folder for ews96.csv, ews96.md, ews96.json and ews96.svg; default: studies/ews96, with a "
                     "number if this name is taken")
        ->type_name("DIR");
    command->add_option("--fabric", arguments->fabric, "A fabric file, or a name that tulle list fabrics shows")
        ->type_name("FABRIC")
        ->capture_default_str();
    command
        ->add_option("--frames", arguments->frames,
                     "Number of frames of 40 ms to simulate; default: 4; with 27 the run reaches the last picture of "
                     "the paper's Figure 5")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    CLI::Option* sides = command
                             ->add_option("--sides", arguments->sides,
                                          "Particles along a side of the cloth: 30, 52 or 30,52; default: 30,52")
                             ->type_name("NUMBERS")
                             ->delimiter(',')
                             ->check(CLI::IsMember({30, 52}))
                             ->allow_extra_args(false);
    command->add_flag(
        "--tension-loop", arguments->tension_loop,
        "Use the measured hysteresis of tension too, which the paper leaves out; runs take some three times the steps");
    command
        ->add_flag("--quick", arguments->quick,
                   "Use small meshes and simulate two frames: the command takes seconds, and its figures differ from "
                   "the paper's")
        ->excludes(sides);
    command->add_option("--threads", arguments->threads, "Number of threads; times are processor times of all threads")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_flag("--png", arguments->png, "Write the plot as PNG instead of SVG");
    command->add_flag("--quiet", arguments->quiet, "Show no progress and no tables; problems are still shown");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "docs/reproduce/ews96.md lists the settings that the paper does not give, and the results.\n"
        "Examples:\n"
        "  tulle reproduce ews96\n"
        "  tulle reproduce ews96 --sides 30 --frames 27 --fabric silk -o studies/silk\n"
        "  tulle reproduce ews96 --quick --json");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace tulle
