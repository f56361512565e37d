#pragma once
// Output folder of a study: a new or empty one, so that no file is overwritten.

#include <filesystem>
#include <string>

namespace tulle {

/// Returns `given`, or, if `given` is an empty path, the first free folder of studies/<name>, studies/<name>-2, ... The
/// folder is created later, so that a study that cannot start leaves nothing behind. Throws InputError when `given` is
/// a file or a folder with content.
[[nodiscard]] std::filesystem::path free_study_directory(const std::filesystem::path& given, const std::string& name);

/// Creates the folder and its parents. Throws InputError when that fails.
void make_study_directory(const std::filesystem::path& directory);

}  // namespace tulle
