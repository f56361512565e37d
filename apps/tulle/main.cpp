// The program tulle: parses the command line and runs a subcommand.

#include "commands.hpp"
#include "print.hpp"

#include <tulle/error.hpp>
#include <tulle/output_error.hpp>
#include <tulle/version.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace {

int run_program(int argc, char** argv)
{
    CLI::App app{"Tulle simulates cloth and other deformable bodies.", "tulle"};
    app.set_version_flag("--version", "tulle " + std::string(tulle::version));
    app.require_subcommand(1);
    app.footer(
        "Examples:\n"
        "  tulle list scenes\n"
        "  tulle check my_scene.toml\n"
        "  tulle run flag -o runs/first\n"
#ifdef TULLE_HAS_RENDER
        "  tulle render runs/first --video --texture checked\n"
#endif
        "  tulle certify runs/first\n"
        "  tulle plot runs/first\n"
        "  tulle export runs/first usd\n"
        "  tulle fabric show silk\n"
        "Exit code: 0 done, 2 bad input (nothing written), 3 the simulation failed (frames before the failure are "
        "kept),\n"
        "130 interrupted (resume with tulle run --resume).");

    int exit_code = tulle::exit_done;
    tulle::add_run_command(app, exit_code);
    tulle::add_check_command(app, exit_code);
    tulle::add_certify_command(app, exit_code);
    tulle::add_export_command(app, exit_code);
    tulle::add_plot_command(app, exit_code);
#ifdef TULLE_HAS_RENDER
    tulle::add_render_command(app, exit_code);
#endif
    tulle::add_analyze_command(app, exit_code);
    tulle::add_bench_command(app, exit_code);
    tulle::add_fabric_command(app, exit_code);
    tulle::add_reproduce_command(app, exit_code);
    tulle::add_list_command(app, exit_code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {  // also for --help and --version, with code 0
        return app.exit(error) == 0 ? tulle::exit_done : tulle::exit_bad_input;
    }
    return exit_code;
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        return run_program(argc, argv);
    } catch (const tulle::InputError& error) {
        tulle::print_problems(error);
        return tulle::exit_bad_input;
    } catch (const tulle::OutputError& error) {
        std::fprintf(stderr, "tulle: %s\n", error.what());
        return tulle::exit_failed;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "tulle: %s\n", error.what());
        return tulle::exit_internal;
    }
}
