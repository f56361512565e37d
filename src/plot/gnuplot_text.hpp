#pragma once
// Escaping of text for gnuplot, so that any text is shown literally.

#include <string>
#include <string_view>

namespace tulle {

/// Returns a quoted string of gnuplot's language in which no character acts as a command, a variable or the end of the
/// string. Draw it with `noenhanced`; otherwise ^, _ and {} act as mark-up. Line breaks and other control characters
/// become spaces, bytes that are not UTF-8 become ?.
[[nodiscard]] std::string gnuplot_string(std::string_view text);

}  // namespace tulle
