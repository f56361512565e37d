#pragma once
// Formats that hold a whole run in one file. They are written when it has ended, or later from what it kept.

#include "output/run_frames.hpp"

#include <filesystem>
#include <string_view>

namespace tulle {

/// Whether `format`, one of output_choices(), is such a format; the others are written frame by frame.
[[nodiscard]] bool is_run_format(std::string_view format);

/// Writes the run into `directory` and returns the file. Throws OutputError when it cannot be written.
std::filesystem::path write_run_format(std::string_view format, const std::filesystem::path& directory,
                                       RunFrames& frames);

}  // namespace tulle
