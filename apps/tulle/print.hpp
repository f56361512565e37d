#pragma once
// How tulle words things for people and for programs.

#include <tulle/error.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tulle {

/// Every problem on a line of its own, then how many there are, to standard error.
void print_problems(const InputError& error);

/// Every warning on a line of its own, to standard error.
void print_warnings(const std::vector<Problem>& warnings);

/// [{"file": ..., "line": ..., "column": ..., "key": ..., "message": ...}, ...]
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<Problem>& problems);

/// To standard output. Text that is not UTF-8 (a file name may be anything) is shown with replacement characters.
void print_json(const nlohmann::ordered_json& json);

/// "850 ms", "12.3 s", "4 min 05 s", "2 h 10 min".
[[nodiscard]] std::string readable_duration(double seconds);

}  // namespace tulle
