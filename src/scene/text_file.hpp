#pragma once
// The text of a file that a user named.

#include <filesystem>
#include <string>

namespace tulle {

/// Throws InputError when it cannot be read.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& file);

}  // namespace tulle
