#pragma once
// Formats that hold a whole run in one file. They are written when it has ended, or later from what it kept.

#include "output/run_frames.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace tulle {

/// The page to look at a run, among the formats that it can be exported to.
inline constexpr std::string_view view_format = "view";

/// Whether `format`, one of output_choices(), is such a format; the others are written frame by frame.
[[nodiscard]] bool is_run_format(std::string_view format);

/// Writes the run into `directory` and returns the file. Throws OutputError when it cannot be written.
std::filesystem::path write_run_format(std::string_view format, const std::filesystem::path& directory,
                                       RunFrames& frames);

/// What `write_frames` takes: output_choices() and the page.
[[nodiscard]] std::vector<std::string_view> export_formats();

/// The same for any of export_formats(), frame by frame where that is the format's way.
void write_frames(std::string_view format, const std::filesystem::path& directory, RunFrames& frames);

}  // namespace tulle
