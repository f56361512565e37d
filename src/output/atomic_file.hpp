#pragma once
// Whole files, all or nothing: a reader, a kill or a full disk sees the old file or the new one, never a part.

#include <filesystem>
#include <string_view>

namespace tulle {

/// Writes `bytes` aside and renames them to `file`. On failure throws OutputError; what stood under the name before is
/// untouched and nothing is left aside. The system brings it to the device in its own time (see sync_file_system).
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);

/// Likewise, and returns when the device has it: a power cut leaves the old file or the new one too.
void write_file_durably(const std::filesystem::path& file, std::string_view bytes);

/// Where `file` is written aside: hidden, in the same directory (a rename must not cross file systems), and always
/// the same name, so that what a killed run left is overwritten by the next.
[[nodiscard]] std::filesystem::path aside_path(const std::filesystem::path& file);

}  // namespace tulle
