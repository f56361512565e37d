#pragma once
// Output of tulle for people (text) and for programs (JSON).

#include <tulle/error.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tulle {

/// Prints every problem on its own line, then the number of problems, to standard error.
void print_problems(const InputError& error);

/// Prints every warning on its own line to standard error.
void print_warnings(const std::vector<Problem>& warnings);

/// Returns [{"file": ..., "line": ..., "column": ..., "key": ..., "message": ...}, ...].
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<Problem>& problems);

/// Prints to standard output. Text that is not UTF-8, such as some file names, gets replacement characters.
void print_json(const nlohmann::ordered_json& json);

/// Returns a text such as "850 ms", "12.3 s", "4 min 05 s" or "2 h 10 min".
[[nodiscard]] std::string readable_duration(double seconds);

}  // namespace tulle
