#pragma once
// Suggests the word that a user probably meant, by edit distance.

#include <optional>
#include <span>
#include <string_view>

namespace tulle {

/// Edit distance: the number of letters to insert, delete, change or swap with their neighbour to turn one word into
/// the other (optimal string alignment: no substring is edited twice).
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

/// Returns the nearest of `words`, and the first of several equally near ones. Returns nothing if even the nearest word
/// is too different.
[[nodiscard]] std::optional<std::string_view> suggest(std::string_view word, std::span<const std::string_view> words);

}  // namespace tulle
