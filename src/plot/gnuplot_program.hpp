#pragma once
// Runs the program gnuplot: commands in, bytes of a picture out, without a shell and without files on disk.

#include <string>
#include <string_view>

namespace tulle {

/// Returns the standard output of gnuplot with `script` as its standard input. The user's own gnuplot settings are not
/// read. `program` is searched in PATH. Throws std::runtime_error: with instructions when the program is missing, with
/// gnuplot's message when it fails.
[[nodiscard]] std::string run_gnuplot(std::string_view script, const std::string& program = "gnuplot");

}  // namespace tulle
