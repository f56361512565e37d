#pragma once
// run.json of a run directory: what ran, where, how far it got and where the time went.

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
    std::string scene;
    int threads = 1;
    int frame_count = 0;  // frames the scene asks for, the start included
    int particles = 0;
    long springs = 0;
    long faces = 0;
    double dt = 0;       // s
    std::string method;  // the integrator, and how it solves a step
    std::string solver;  // the linear solver, and why it was chosen
    std::string step;    // why steps are as long as they are
    RunTotals totals;
    std::optional<RunCertificate> certificate;  // of runs that check their frames
    StageTimes stages;                          // s of wall time; these four cover all sittings of the run
    double output_seconds = 0;
    double certify_seconds = 0;
    double wall_seconds = 0;
    int resumed = 0;  // how many times the run was taken up again
    RunStatus status = RunStatus::running;
    std::vector<std::string> warnings;  // of the scene
    std::string message;                // why it stopped or failed, or what to know of its result; may be empty
};

/// The whole file, version and machine included.
[[nodiscard]] std::string to_json(const RunRecord& record);

/// What earlier sittings of a run left behind: scene, status, method, times, warnings and resumed are read, and whether
/// there is a certificate; the rest has better sources.
/// A missing or unreadable file gives an empty record, because no result depends on it.
[[nodiscard]] RunRecord read_run_json(const std::filesystem::path& file);

}  // namespace tulle
