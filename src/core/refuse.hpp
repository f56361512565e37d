#pragma once
// Throws an InputError with a single problem.

#include <tulle/error.hpp>

#include <filesystem>
#include <string>
#include <utility>

namespace tulle {

/// `file` is any name that the user gave. `line` counts from 1 and is 0 if the problem has no line.
[[noreturn]] inline void refuse(const std::filesystem::path& file, std::string message, int line = 0)
{
    Problem problem;
    problem.file = file.string();
    problem.line = line;
    problem.message = std::move(message);
    throw InputError(std::move(problem));
}

}  // namespace tulle
