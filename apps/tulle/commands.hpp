#pragma once
// The subcommands of tulle, one file each. Each adds itself to the program; when it was asked for, it stores its exit
// code.

namespace CLI {  // NOLINT(readability-identifier-naming): theirs
class App;
}

namespace tulle {

/// What scripts may rely on.
enum ExitCode : int {
    exit_done = 0,
    exit_internal = 1,   // a defect of Tulle; cloth in cloth or an obstacle, where it is looked for, is one
    exit_bad_input = 2,  // nothing was written
    exit_failed = 3,     // the simulation or its outputs failed; what was good is kept
    exit_interrupted = 130,
};

void add_run_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);
void add_certify_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_export_command(CLI::App& app, int& exit_code);
void add_plot_command(CLI::App& app, int& exit_code);
void add_render_command(CLI::App& app, int& exit_code);  // where Embree was found
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
