// tulle analyze: measurements of methods, scenes and runs.

#include "commands.hpp"

#include <CLI/CLI.hpp>

namespace tulle {

void add_analyze_command(CLI::App& app, int& exit_code)
{
    CLI::App* command = app.add_subcommand("analyze", "Measure methods on a scene, and check runs");
    command->require_subcommand(1);
    command->footer(
        "Examples:\n"
        "  tulle analyze stability flag\n"
        "  tulle analyze work-precision hanging\n"
        "  tulle analyze crossings runs/tablecloth\n"
        "  tulle analyze spectrum runs/flag\n"
        "  tulle analyze work-precision --help");
    add_crossings_command(*command, exit_code);
    add_spectrum_command(*command, exit_code);
    add_stability_command(*command, exit_code);
    add_work_precision_command(*command, exit_code);
}

}  // namespace tulle
