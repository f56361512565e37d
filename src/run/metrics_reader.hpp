#pragma once
// Reads the metrics of a run directory (metrics.csv).

#include <tulle/run_frames.hpp>

#include <filesystem>

namespace tulle {

/// Reads metrics.csv: at most `rows` rows, and only complete ones. Throws InputError if the file cannot be read.
[[nodiscard]] MetricsTable read_metrics(const std::filesystem::path& file, int rows);

}  // namespace tulle
