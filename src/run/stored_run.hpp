#pragma once
// Reads the frames of a run directory, with their meshes, obstacles and metrics.

#include "output/run_frames.hpp"

#include <tulle/scene_file.hpp>

#include <filesystem>
#include <memory>

namespace tulle {

/// Opens a run. Throws InputError if `directory` has no run or no frames. The run may still be in progress: then the
/// frames are the ones that exist now.
[[nodiscard]] std::unique_ptr<RunFrames> open_run(const std::filesystem::path& directory);
/// Opens a run whose scene has already been read.
[[nodiscard]] std::unique_ptr<RunFrames> open_run(const std::filesystem::path& directory, SceneFile scene);

/// Reads metrics.csv: at most `rows` rows, and only complete ones. Throws InputError if the file cannot be read.
[[nodiscard]] MetricsTable read_metrics(const std::filesystem::path& file, int rows);

}  // namespace tulle
