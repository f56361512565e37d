#pragma once
// Hints for misplaced keys: valid keys in a wrong table. The hint names the right table, or another remedy.

#include <string>
#include <string_view>

namespace tulle {

/// Returns "dt belongs to [integrator]" for key dt of the table at path "simulation"; empty if there is no hint.
[[nodiscard]] std::string misplaced_key_hint(std::string_view table, std::string_view key);

}  // namespace tulle
