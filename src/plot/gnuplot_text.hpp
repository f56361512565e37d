#pragma once
// Text that shows as it is, whatever it says.

#include <string>
#include <string_view>

namespace tulle {

/// A string of gnuplot's language: nothing in it is a command, a variable or an end of the string. It has to be drawn
/// with `noenhanced`, or ^, _ and {} in it are mark-up. Line breaks and other control characters become spaces, bytes
/// that are no UTF-8 become ?.
[[nodiscard]] std::string gnuplot_string(std::string_view text);

}  // namespace tulle
