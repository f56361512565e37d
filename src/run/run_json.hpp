#pragma once
// Record of a run (run.json of a run directory): scene, method, machine, progress, results and times.

#include "run/run_certificate.hpp"
#include "run/run_totals.hpp"

#include <tulle/report.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

enum class RunStatus { running, finished, stopped, failed };

[[nodiscard]] std::string_view name_of(RunStatus status);

struct RunRecord {
    // More than fifteen fields: the record has one for each entry of run.json.
    std::string scene;
    int threads = 1;
    int frame_count = 0;  // frames of the scene, the start included
    int particles = 0;
    long springs = 0;
    long faces = 0;
    double dt = 0;       // s
    std::string method;  // the integrator and its solution method
    std::string solver;  // the linear solver and the reason for it
    std::string step;    // the reason for the length of steps
    RunTotals totals;
    std::optional<RunCertificate> certificate;  // only of runs that check their frames
    StageTimes stages;                          // s of wall time; these four cover all segments of a resumed run
    double output_seconds = 0;
    double certify_seconds = 0;
    double wall_seconds = 0;
    int resumed = 0;  // number of times that the run was resumed
    RunStatus status = RunStatus::running;
    std::vector<std::string> warnings;  // of the scene
    std::string message;                // reason of a stop or failure, or a note on the result; may be empty
};

/// Returns the text of the file, with version and machine.
[[nodiscard]] std::string to_json(const RunRecord& record);

/// Reads the record of earlier segments of a run: scene, status, method, solver, times, warnings, resumed, and whether
/// there is a certificate. All other values have better sources. A missing or unreadable file gives an empty record,
/// because no result depends on this file.
[[nodiscard]] RunRecord read_run_json(const std::filesystem::path& file);

}  // namespace tulle
