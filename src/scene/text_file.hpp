#pragma once
// Reads the text of a file that a user named.

#include <filesystem>
#include <string>

namespace tulle {

/// Returns the text. Throws InputError if the file cannot be read.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& file);

}  // namespace tulle
