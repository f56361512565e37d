#pragma once
// Counts for messages.

#include <concepts>
#include <string>
#include <string_view>

namespace tulle {

/// Returns a count with its noun: "1 face", "2 faces".
template <std::integral Count>
[[nodiscard]] std::string counted(Count count, std::string_view noun)
{
    return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace tulle
