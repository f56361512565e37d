#pragma once
// What a search for crossings found, in words for people and as JSON.

#include "study/certify/crossings.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tulle {

/// A table, a row per cloth and obstacle; then where the deepest places are, and the verdict on a line of its own.
[[nodiscard]] std::string to_text(const Crossings& crossings);

[[nodiscard]] nlohmann::ordered_json to_json(const Crossings& crossings);

}  // namespace tulle
