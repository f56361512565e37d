#pragma once
// A run directory to look at: the frames that were kept, with the meshes, obstacles and metrics that belong to them.

#include "output/run_frames.hpp"

#include <tulle/scene_file.hpp>

#include <filesystem>
#include <memory>

namespace tulle {

/// Throws InputError when `directory` holds no run or nothing to show. The run may still be going on: the frames are
/// those there are now.
[[nodiscard]] std::unique_ptr<RunFrames> open_run(const std::filesystem::path& directory);
/// The same for who has read the scene of the run already.
[[nodiscard]] std::unique_ptr<RunFrames> open_run(const std::filesystem::path& directory, SceneFile scene);

/// metrics.csv back as numbers; at most `rows` rows, whole ones only. Throws InputError when it cannot be read.
[[nodiscard]] MetricsTable read_metrics(const std::filesystem::path& file, int rows);

}  // namespace tulle
