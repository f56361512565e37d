#pragma once
// Key paths, which name a value of a scene: integrator.dt, cloth[0].pin[1].corner.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tulle {

/// A key of a table or an index into an array.
using KeyStep = std::variant<std::string, std::size_t>;
using KeyPath = std::vector<KeyStep>;

/// Returns nothing if the text is not a path: empty keys, unclosed brackets, or an index that is not a number.
[[nodiscard]] std::optional<KeyPath> parse_key_path(std::string_view text);

[[nodiscard]] std::string join_key(std::string_view table, std::string_view key);  // table.key; key in the root
[[nodiscard]] std::string join_index(std::string_view array, std::size_t index);   // array[index]

}  // namespace tulle
