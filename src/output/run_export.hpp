#pragma once
// Export of a whole run to one file (usd, gltf, view page). Such formats are written when the run has ended, or later
// from the frames that the run has kept. tulle/run_frames.hpp has the public part.

#include <tulle/run_frames.hpp>

#include <filesystem>
#include <string_view>

namespace tulle {

/// Name of the export format that writes the view page of a run (view.html).
inline constexpr std::string_view view_format = "view";

/// Returns whether `format`, one of output_choices(), holds a whole run. The others are written frame by frame.
[[nodiscard]] bool is_run_format(std::string_view format);

/// Writes the run into `directory` and returns the file. Throws OutputError when it cannot be written.
std::filesystem::path write_run_format(std::string_view format, const std::filesystem::path& directory,
                                       RunFrames& frames);

}  // namespace tulle
