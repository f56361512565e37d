#pragma once
// The folder of a study: a new one, nothing in it is written over.

#include <filesystem>
#include <string>

namespace tulle {

/// `given`, or when that is empty the first free one of studies/<name>, studies/<name>-2, ... Made only later, so that
/// a study that cannot start leaves nothing. Throws InputError when the one given is taken.
[[nodiscard]] std::filesystem::path free_study_directory(const std::filesystem::path& given, const std::string& name);

/// Makes it, with its parents. Throws InputError when it cannot be made.
void make_study_directory(const std::filesystem::path& directory);

}  // namespace tulle
