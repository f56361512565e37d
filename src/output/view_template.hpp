#pragma once
// The page of viewer/, built and put into the program, so that a run can be looked at wherever the program went.

#include <string_view>

namespace tulle {

/// Empty when this Tulle was built without the viewer.
[[nodiscard]] std::string_view view_template();

}  // namespace tulle
