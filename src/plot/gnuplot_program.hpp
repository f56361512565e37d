#pragma once
// The program gnuplot, from its commands to the bytes of a picture, without a shell and without files.

#include <string>
#include <string_view>

namespace tulle {

/// What gnuplot writes to its standard output when it gets `script` as its standard input. The user's own settings for
/// gnuplot are not read. Throws std::runtime_error saying what to do when the program is missing, and with its own
/// words when it fails. `program` is looked for in PATH.
[[nodiscard]] std::string run_gnuplot(std::string_view script, const std::string& program = "gnuplot");

}  // namespace tulle
