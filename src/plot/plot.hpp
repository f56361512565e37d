#pragma once
// Plots as plain data, drawn by the program gnuplot: for measurements of a run, comparisons and a paper's figures.
// Text is taken as it is, in UTF-8; nothing in it is a command or a mark-up.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

enum class AxisScale { linear, log };

struct Axis {
    std::string label{};
    std::string unit{};  // shown in brackets after the label; "m/s^2" gets a raised 2; empty: none
    AxisScale scale = AxisScale::linear;
    std::optional<double> min{}, max{};  // as the data wants when not given
};

/// Ours are lines; what was measured or published are points. A backdrop is thin and grey: what another panel shows.
enum class SeriesStyle { line, points, line_and_points, backdrop };

struct Series {
    std::string name{};              // in the legend; empty: not there
    std::vector<double> xs{}, ys{};  // equally many; where either is not finite (or <= 0 on a log axis) there is a gap
    SeriesStyle style = SeriesStyle::line;
    std::vector<double> errors{};  // half the height of the error bars, one per point; empty: none
    std::optional<int> color{};    // index into the palette of eight, to show what belongs together; else the next
};

/// A grid of coloured cells below the series. It fills the panel: the axes' own limits, which must be given, are its
/// outer edges.
struct PlotImage {
    int columns = 0, rows = 0;
    /// Row by row from the bottom. Numbers, which have colours by `scale` and a bar that tells them; or colours.
    std::vector<double>
        values{};  // those that are not finite stay white, those beyond the scale have its ends' colours
    std::vector<std::array<std::uint8_t, 3>> colours{};  // red, green and blue, instead of values
    Axis scale{};
};

enum class LegendPlace { none, outside, top_left, top_right, bottom_left, bottom_right };

struct Plot {
    std::string title{};
    Axis x{}, y{};
    std::optional<PlotImage> image{};
    std::vector<Series> series{};
    LegendPlace legend = LegendPlace::outside;
    std::vector<std::string> notes{};  // a line each, small, below the panel
};

/// Panels one below the other, with their axes in line; or row by row in several columns.
struct Figure {
    std::vector<Plot> plots{};
    int width = 860;         // of the whole, in units of 1/100 inch
    int panel_height = 350;  // of each panel without its notes, likewise
    int columns = 1;         // of equal width
};

/// Writes .svg or .png (by the ending; 200 dots per inch). The file appears when it is whole, and the same figure gives
/// the same bytes with the same gnuplot and fonts. Throws InputError for another ending or a figure that does not fit
/// together, OutputError when gnuplot is missing or fails, or the file cannot be written.
void write_plot(const std::filesystem::path& file, const Figure& figure);

}  // namespace tulle
