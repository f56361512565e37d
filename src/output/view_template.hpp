#pragma once
// Template of the view page, built from viewer/ and embedded in the program: no other file is needed to view a run.

#include <string_view>

namespace tulle {

/// Returns the template; empty if this Tulle was built without the viewer.
[[nodiscard]] std::string_view view_template();

}  // namespace tulle
