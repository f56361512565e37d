// tulle certify: checks the frames of a run for intersections.

#include "commands.hpp"
#include "core/refuse.hpp"
#include "interrupt.hpp"
#include "output/atomic_file.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "study/certify/certificate.hpp"
#include "study/certify/certificate_report.hpp"
#include "threads_option.hpp"

#include <tulle/run.hpp>
#include <tulle/threads.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include <unistd.h>

namespace tulle {
namespace {

struct CertifyArguments {
    std::string run;
    std::string csv;
    int threads = 0;
    bool quiet = false;
    bool json = false;
};

int run(const CertifyArguments& arguments)
{
    std::error_code ignored;
    if (!arguments.csv.empty() && std::filesystem::exists(arguments.csv, ignored))
        refuse(arguments.csv, "exists and is not overwritten");
    const SceneFile scene = read_run_scene(arguments.run);
    const std::unique_ptr<RunFrames> frames = open_run(arguments.run, scene);
    const ThreadLimit threads(arguments.threads);
    ProgressDisplay display(isatty(STDERR_FILENO) != 0);
    CrossingOptions options;
    options.stop = &watch_for_interrupt();
    if (!arguments.quiet) options.on_progress = [&](const StudyProgress& progress) { display.show(progress); };
    const Certificate certificate = certify(*frames, scene.scene, options);
    display.clear();

    if (!arguments.csv.empty()) write_file_atomically(arguments.csv, to_csv(certificate));
    if (arguments.json) {
        print_json(to_json(certificate));
    } else if (!arguments.quiet) {
        std::fputs(to_text(certificate).c_str(), stdout);
    }
    if (!certificate.is_free()) return exit_internal;
    return certificate.was_interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_certify_command(CLI::App& app, int& exit_code)
{
    const auto arguments = std::make_shared<CertifyArguments>();
    CLI::App* command = app.add_subcommand(
        "certify", "Check the frames of a run for cloth that intersects itself, other cloth or an obstacle");
    command->add_option("RUN", arguments->run, "A run directory; the run may still be in progress")->required();
    command->add_option("--csv", arguments->csv, "Write a row per frame to a new file")->type_name("FILE");
    add_threads_option(command, arguments->threads);
    command->add_flag("--quiet", arguments->quiet, "Print nothing; the exit code is the result");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "The command tests cloth and deformable solids for intersections with themselves and with each other, by "
        "exact\n"
        "predicates, and tests obstacles as tulle analyze crossings does. tulle run --certify makes the exact tests\n"
        "during a run.\n"
        "Exit code: 0 no intersections, 1 intersections, 2 bad input, 130 interrupted.\n"
        "Examples:\n"
        "  tulle certify runs/napkin\n"
        "  tulle certify runs/napkin --csv napkin.csv\n"
        "  tulle certify runs/skirt --json");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace tulle
