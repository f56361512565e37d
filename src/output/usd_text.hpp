#pragma once
// Names and strings in the text form of USD.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// Names that USD accepts (ASCII letters, digits and _, no digit first), each unlike the others.
[[nodiscard]] std::vector<std::string> usd_names(std::span<const std::string_view> names);

/// A string in quotes, as the text form writes it.
[[nodiscard]] std::string usd_string(std::string_view text);

}  // namespace tulle
