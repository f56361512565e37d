#pragma once
// Report of a search for crossings (cloth inside obstacles) as text and as JSON.

#include "study/certify/crossings.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tulle {

/// Returns a table with a row per cloth and obstacle, then the places of the deepest particles and crossings, and the
/// verdict on a line of its own.
[[nodiscard]] std::string to_text(const Crossings& crossings);

[[nodiscard]] nlohmann::ordered_json to_json(const Crossings& crossings);

}  // namespace tulle
