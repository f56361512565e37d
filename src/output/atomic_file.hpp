#pragma once
// Atomic file output: at any time a reader finds either the complete old file or the complete new file, also after the
// process was killed and on a full disk.

#include <filesystem>
#include <string_view>

namespace tulle {

/// Writes `bytes` to a temporary file and renames it to `file`. On failure throws OutputError, leaves an old file
/// untouched and removes the temporary file. The system writes the data to the device later (see sync_file_system).
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);

/// Writes a file atomically and returns after the storage device has the data (fsync). After a power cut, the device
/// therefore has either the complete old file or the complete new file.
void write_file_durably(const std::filesystem::path& file, std::string_view bytes);

/// Returns the path of the temporary file for `file`. The temporary file is hidden and in the directory of `file`,
/// because a rename must not cross file systems. The name is always the same, so that the next run overwrites the
/// remains of a killed run.
[[nodiscard]] std::filesystem::path aside_path(const std::filesystem::path& file);

}  // namespace tulle
