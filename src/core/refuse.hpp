#pragma once
// The short way to an InputError with a single problem.

#include <tulle/error.hpp>

#include <filesystem>
#include <string>
#include <utility>

namespace tulle {

/// `file` may be anything the user gave a name to; `line` counts from 1; 0 when the problem has none.
[[noreturn]] inline void refuse(const std::filesystem::path& file, std::string message, int line = 0)
{
    Problem problem;
    problem.file = file.string();
    problem.line = line;
    problem.message = std::move(message);
    throw InputError(std::move(problem));
}

}  // namespace tulle
