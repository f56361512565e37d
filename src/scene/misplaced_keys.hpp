#pragma once
// Keys that are known, but not where they stand: where they belong, or what to do instead.

#include <string>
#include <string_view>

namespace tulle {

/// "dt belongs to [integrator]" for key dt of the table at path "simulation"; empty when there is nothing to say.
[[nodiscard]] std::string misplaced_key_hint(std::string_view table, std::string_view key);

}  // namespace tulle
