#pragma once
// Atomic file output: a reader finds the old file or the whole new one, never a part. The same holds after a kill, or
// when the disk is full.

#include <filesystem>
#include <string_view>

namespace tulle {

/// Writes `bytes` to a temporary file and renames it to `file`. On failure throws OutputError, leaves an old file
/// untouched and removes the temporary file. The system writes the data to the device later (see sync_file_system).
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);

/// Writes a file atomically and returns once the device has it (fsync). So even a power cut leaves the old file or the
/// new one.
void write_file_durably(const std::filesystem::path& file, std::string_view bytes);

/// Returns the path of the temporary file for `file`. It is hidden and in the same directory, because a rename must not
/// cross file systems. The name is always the same, so that the next run overwrites the remains of a killed run.
[[nodiscard]] std::filesystem::path aside_path(const std::filesystem::path& file);

}  // namespace tulle
