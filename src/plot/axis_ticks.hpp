#pragma once
// Where an axis starts and ends and what is written along it. Ours rather than gnuplot's: it warns or fails where data
// is constant or absent, and leaves log axes of less than a decade without numbers.

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

/// Whether the axis can show the value.
[[nodiscard]] bool is_drawable(const Axis& axis, double value);

/// For `plot.x`: from the first point to the last, with a little room when there are markers.
[[nodiscard]] AxisTicks x_ticks(const Plot& plot);
/// For `plot.y`: from tick to tick, error bars included.
[[nodiscard]] AxisTicks y_ticks(const Plot& plot);

/// For the colours of an image of numbers: from tick to tick.
[[nodiscard]] AxisTicks scale_ticks(const PlotImage& image);

}  // namespace tulle
