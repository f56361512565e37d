#pragma once
// Figures in gnuplot's language. All of the look is decided here.

#include "plot/plot.hpp"

#include <string>

namespace tulle {

enum class PictureFormat { svg, png };

/// Commands that write the figure to standard output, data included.
[[nodiscard]] std::string gnuplot_script(const Figure& figure, PictureFormat format);

}  // namespace tulle
