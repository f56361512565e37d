#pragma once
// Translates figures into gnuplot commands. The look of the plots (colours, fonts, layout) is defined here.

#include "plot/plot.hpp"

#include <string>

namespace tulle {

enum class PictureFormat { svg, png };

/// Returns commands, data included, that write the figure to standard output.
[[nodiscard]] std::string gnuplot_script(const Figure& figure, PictureFormat format);

}  // namespace tulle
