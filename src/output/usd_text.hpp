#pragma once
// Identifiers and quoted strings in the text form of USD.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// Returns distinct names that USD accepts: ASCII letters, digits and _, with no digit first.
[[nodiscard]] std::vector<std::string> usd_names(std::span<const std::string_view> names);

/// Returns a string in quotes, with escapes as the text form requires.
[[nodiscard]] std::string usd_string(std::string_view text);

}  // namespace tulle
