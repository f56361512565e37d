#pragma once
// The subcommands of tulle, one file each. Each function adds its command to the program. A command that runs stores
// its exit code.

namespace CLI {  // NOLINT(readability-identifier-naming): name of the library
class App;
}

namespace tulle {

/// Exit codes. They are stable, so that scripts can use them.
enum ExitCode : int {
    exit_done = 0,
    exit_internal = 1,   // a defect of Tulle, such as an intersection found by a check
    exit_bad_input = 2,  // nothing was written
    exit_failed = 3,     // the simulation or its output failed; earlier frames are kept
    exit_interrupted = 130,
};

void add_run_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);
void add_certify_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_export_command(CLI::App& app, int& exit_code);
void add_plot_command(CLI::App& app, int& exit_code);
void add_render_command(CLI::App& app, int& exit_code);  // only in builds with Embree
void add_list_command(CLI::App& app, int& exit_code);
void add_fabric_command(CLI::App& app, int& exit_code);
void add_reproduce_command(CLI::App& app, int& exit_code);
void add_atg07_command(CLI::App& reproduce, int& exit_code);   // of reproduce
void add_ews96_command(CLI::App& reproduce, int& exit_code);   // of reproduce
void add_vsmt10_command(CLI::App& reproduce, int& exit_code);  // of reproduce
void add_analyze_command(CLI::App& app, int& exit_code);
void add_crossings_command(CLI::App& analyze, int& exit_code);       // of analyze
void add_spectrum_command(CLI::App& analyze, int& exit_code);        // of analyze
void add_stability_command(CLI::App& analyze, int& exit_code);       // of analyze
void add_work_precision_command(CLI::App& analyze, int& exit_code);  // of analyze
void add_fabric_test_command(CLI::App& fabric, int& exit_code);      // of fabric

}  // namespace tulle
