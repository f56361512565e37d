#pragma once
// Writes TOML trees as text.

#include <toml++/toml.h>

#include <string>

namespace tulle {

/// Returns the text of a whole scene: tables as [sections], lists of tables as [[sections]], and every value inside
/// them in one line. Keys keep their order in the source.
[[nodiscard]] std::string scene_text(const toml::table& root);

/// Returns one value in one line.
[[nodiscard]] std::string value_text(const toml::node& value);

}  // namespace tulle
