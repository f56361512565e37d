#pragma once
// The legend of a coloured picture: which colour is which number.

#include "render/colour_map.hpp"
#include "render/image.hpp"

#include <string>
#include <vector>

namespace tulle {

struct BarTick {
    double value = 0;
    std::string text;
};

/// Round numbers (1, 2 or 5 times a power of ten apart) from min to max, about `count` of them, written with the same
/// number of decimals. Requires min < max.
[[nodiscard]] std::vector<BarTick> round_ticks(double min, double max, int count);

/// Those of a colour bar: both ends, marked where numbers lie beyond, and round numbers that keep away from them.
[[nodiscard]] std::vector<BarTick> bar_ticks(const ColourScale& scale);

/// Where a colour bar is in its picture, in pixels: the colours fill x0 <= x < x1, y0 <= y < y1, the largest at the
/// top.
struct ColourBarPlace {
    int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
    /// Row that shows `value`.
    [[nodiscard]] double row(const ColourScale& scale, double value) const
    {
        return y1 - (value - scale.min) / (scale.max - scale.min) * (y1 - y0);
    }
};

/// Share of the picture's width that a colour bar needs at its right side.
[[nodiscard]] double colour_bar_width(int width, int height);

/// Draws the bar with ticks and numbers, and the label with its unit above ("speed [m/s]"; no unit for "1").
ColourBarPlace draw_colour_bar(Picture& picture, const ColourScale& scale, const std::string& label,
                               const std::string& unit);

}  // namespace tulle
