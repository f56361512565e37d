#pragma once
// Axis ranges and tick marks of plots. Tulle computes them itself: gnuplot warns or fails if the data is constant or
// absent, and writes no numbers along log axes of less than a decade.

#include "plot/plot.hpp"

#include <string>
#include <vector>

namespace tulle {

struct Tick {
    double value;
    std::string text;  // with gnuplot's mark-up: 10^{-3}
};

struct AxisTicks {
    double min, max;  // min < max
    std::vector<Tick> major;
    std::vector<double> minor;
};

/// Returns whether the axis can show the value: finite, and > 0 on a log axis.
[[nodiscard]] bool is_drawable(const Axis& axis, double value);

/// Returns the ticks of `plot.x`. The axis extends from the first point to the last, with a small margin for markers.
[[nodiscard]] AxisTicks x_ticks(const Plot& plot);
/// Returns the ticks of `plot.y`. The axis extends from tick to tick and includes the error bars.
[[nodiscard]] AxisTicks y_ticks(const Plot& plot);

/// Returns the ticks of the colour scale of an image of numbers. The scale extends from tick to tick.
[[nodiscard]] AxisTicks scale_ticks(const PlotImage& image);

}  // namespace tulle
