#pragma once
// Reads and writes the record of a run (run.json of a run directory): scene, method, machine, progress, results, times.

#include <tulle/run.hpp>

#include <filesystem>
#include <string>

namespace tulle {

/// Returns the text of the file, with version and machine.
[[nodiscard]] std::string to_json(const RunRecord& record);

/// Reads the record of earlier segments of a run: scene, status, method, solver, times, warnings, resumed, and whether
/// there is a certificate. All other values have better sources. A missing or unreadable file gives an empty record,
/// because no result depends on this file.
[[nodiscard]] RunRecord read_run_json(const std::filesystem::path& file);

}  // namespace tulle
