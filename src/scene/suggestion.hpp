#pragma once
// The word a user probably meant.

#include <optional>
#include <span>
#include <string_view>

namespace tulle {

/// Letters to insert, delete, change or swap with their neighbour to get from one word to the other
/// (optimal string alignment: no stretch of letters is edited twice).
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

/// The nearest of `words`, the first of several; none when even that one has little in common with `word`.
[[nodiscard]] std::optional<std::string_view> suggest(std::string_view word, std::span<const std::string_view> words);

}  // namespace tulle
