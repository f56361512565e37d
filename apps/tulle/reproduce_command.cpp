// tulle reproduce: tables and figures of papers, beside the results of Tulle.

#include "commands.hpp"
#include "print.hpp"
#include "study/papers/eeh00/eeh00_report.hpp"
#include "study_run.hpp"
#include "threads_option.hpp"

#include <tulle/threads.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>

namespace tulle {
namespace {

struct Eeh00Arguments {
    std::string directory;
    Eeh00Choices choices;
    int threads = 0;
    bool quick = false;
    bool png = false;
    bool quiet = false;
    bool json = false;
};

void print_result(const Eeh00Result& result, bool quick)
{
    fmt::print(
        "EEH00: iterations of conjugate gradients, and (eps), of runs that end within 1 % of the converged solution\n"
        "\n"
        "{}\n"
        "* at most the paper's number of iterations\n"
        "settings chosen by Tulle: {}\n",
        summary_table(result), choices_text(result));
    if (quick)
        fmt::print(
            "--quick: meshes are smaller and times are shorter than in the paper, so the paper's numbers are left "
            "out\n");
    for (const Eeh00RowResult& found : result.rows) {
        if (found.row.particles() < 1000) continue;  // small grids are far from the limit
        for (const double error : {eeh00_good_error, 5 * eeh00_good_error})
            if (const Eeh00Run* run = fastest_within(found, error))
                fmt::print(
                    "{} particles at k/m = {:g}/s^2, within {:g} %: {:.2f} simulated seconds per second, {} ({:g})\n",
                    found.row.particles(), found.row.stiffness_per_mass, 100 * error,
                    result.options.choices.duration / run->sweep_run.seconds, run->method->name, run->eps);
    }
    fmt::print("\n");
}

int run(const Eeh00Arguments& arguments)
{
    StudyFolder files(free_study_directory(arguments.directory, "eeh00"));
    const ThreadLimit threads(arguments.threads);
    Eeh00Options options = arguments.quick ? eeh00_quick_options() : Eeh00Options{};
    options.choices.shear_part = arguments.choices.shear_part;
    options.choices.bending_part = arguments.choices.bending_part;
    Eeh00Study study(options);
    study.on_result = [&](const Eeh00Result& result) {
        files.write("eeh00.csv", to_csv(result));
        files.write("eeh00.md", to_markdown(result));
    };
    const std::optional<Eeh00Result> ended = run_shown(study, arguments.quiet);
    if (!ended) return exit_failed;
    const Eeh00Result& result = *ended;
    if (result.was_interrupted && result.rows.empty()) return exit_interrupted;
    if (!result.was_interrupted) {
        files.write("standstill.csv", to_csv(result.standstill));
        write_plot(files.add(arguments.png ? "standstill.png" : "standstill.svg"),
                   standstill_figure(result.standstill));
    }

    print_study(result, files, arguments.json, arguments.quiet, [&] { print_result(result, arguments.quick); });
    return result.was_interrupted ? exit_interrupted : exit_done;
}

void add_eeh00_command(CLI::App& reproduce, int& exit_code)
{
    const auto arguments = std::make_shared<Eeh00Arguments>();
    CLI::App* command = reproduce.add_subcommand(
        "eeh00", "EEH00 figures 2 and 3, conjugate-gradient iterations and times; section 7, the standstill");
    command
        ->add_option("-o,--output", arguments->directory,
                     "The folder for eeh00.csv, eeh00.md, standstill.csv and standstill.svg; default: studies/eeh00, "
                     "with a number if this name is taken")
        ->type_name("DIR");
    const auto part = [&](const std::string& name, double& value, const std::string& text) {
        command->add_option(name, value, text)->type_name("PART")->check(CLI::Range(0.0, 1.0))->capture_default_str();
    };
    part("--shear", arguments->choices.shear_part, "Stiffness of shear springs as a fraction of k");
    part("--bending", arguments->choices.bending_part, "Stiffness of bending springs as a fraction of k");
    command->add_flag("--quick", arguments->quick,
                      "Use small meshes and simulate a tenth of a second: the command takes seconds, and its figures "
                      "differ from the paper's");
    add_threads_option(command, arguments->threads);
    command->add_flag("--png", arguments->png, "Write the plot as PNG instead of SVG");
    command->add_flag("--quiet", arguments->quiet, "Show no progress and no tables; problems are still shown");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "docs/reproduce/eeh00.md lists the settings that the paper does not give, and the results.\n"
        "Examples:\n"
        "  tulle reproduce eeh00\n"
        "  tulle reproduce eeh00 --shear 0.1 --bending 0.01 --threads 2 -o studies/stiffer\n"
        "  tulle reproduce eeh00 --quick --json");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_code)
{
    CLI::App* command = app.add_subcommand(
        "reproduce", "Compute tables and figures of papers with Tulle, and print them beside the papers' numbers");
    command->require_subcommand(0, 1);
    command->footer(
        "Examples:\n"
        "  tulle reproduce\n"
        "  tulle reproduce eeh00\n"
        "  tulle reproduce ews96 --quick\n"
        "  tulle reproduce atg07 --quick\n"
        "  tulle reproduce vsmt10 --quick");
    add_atg07_command(*command, exit_code);
    add_eeh00_command(*command, exit_code);
    add_ews96_command(*command, exit_code);
    add_vsmt10_command(*command, exit_code);
    // This callback runs before the callbacks of subcommands. It must print nothing if a subcommand is named.
    command->callback([command, &exit_code] {
        if (!command->get_subcommands().empty()) return;
        for (const CLI::App* one : command->get_subcommands([](const CLI::App*) { return true; }))
            fmt::print("{}  {}\n", one->get_name(), one->get_description());
        exit_code = exit_done;
    });
}

}  // namespace tulle
