#pragma once
// TOML trees to text.

#include <toml++/toml.h>

#include <string>

namespace tulle {

/// A whole scene: tables as [sections], lists of tables as [[sections]], all below in one line each. Keys keep the
/// order of the source they were parsed from.
[[nodiscard]] std::string scene_text(const toml::table& root);

/// One value in one line.
[[nodiscard]] std::string value_text(const toml::node& value);

}  // namespace tulle
