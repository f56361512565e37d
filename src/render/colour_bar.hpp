#pragma once
// Colour bar: the legend of a coloured picture, with ticks and numbers.

#include "render/colour_map.hpp"
#include "render/image.hpp"

#include <string>
#include <vector>

namespace tulle {

struct BarTick {
    double value = 0;
    std::string text;
};

/// Returns about `count` round numbers from min to max. Their spacing is 1, 2 or 5 times a power of ten, and all texts
/// have the same number of decimals. Requires min < max.
[[nodiscard]] std::vector<BarTick> round_ticks(double min, double max, int count);

/// Returns the ticks of a colour bar: both ends, and round numbers at a distance from the ends. An end is marked with <
/// or > if there are values beyond it.
[[nodiscard]] std::vector<BarTick> bar_ticks(const ColourScale& scale);

/// Position of a colour bar in its picture, in pixels: the colours fill x0 <= x < x1, y0 <= y < y1. The colour of the
/// largest value is at the top.
struct ColourBarPlace {
    int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
    /// Returns the row of `value`.
    [[nodiscard]] double row(const ColourScale& scale, double value) const
    {
        return y1 - (value - scale.min) / (scale.max - scale.min) * (y1 - y0);
    }
};

/// Returns the share of the picture's width that a colour bar needs at the right side.
[[nodiscard]] double colour_bar_width(int width, int height);

/// Draws the bar with ticks and numbers, and the label with its unit above ("speed [m/s]"; no unit for "1").
ColourBarPlace draw_colour_bar(Picture& picture, const ColourScale& scale, const std::string& label,
                               const std::string& unit);

}  // namespace tulle
