#pragma once
// Plots as plain data, drawn by the program gnuplot: measurements of a run, comparisons, and figures of papers. Text is
// UTF-8 and shown literally; no character in it acts as a command or mark-up.

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
    std::optional<double> min{}, max{};  // none: follows from the data
};

/// Results of Tulle are lines; measured or published data are points. A backdrop is a thin grey line: it repeats data
/// of another panel.
enum class SeriesStyle { line, points, line_and_points, backdrop };

struct Series {
    std::string name{};              // in the legend; empty: no entry
    std::vector<double> xs{}, ys{};  // equally many; a number that is not finite (or <= 0 on a log axis) makes a gap
    SeriesStyle style = SeriesStyle::line;
    std::vector<double> errors{};  // half the height of the error bars, one per point; empty: none
    std::optional<int> color{};    // index into the palette of eight, to mark related series; none: the next colour
};

/// A grid of coloured cells (heat map) below the series. It fills the panel: the limits of the axes, which must be
/// given, are its outer edges.
struct PlotImage {
    int columns = 0, rows = 0;
    /// Numbers row by row from the bottom, coloured by `scale`, with a colour bar. Numbers that are not finite stay
    /// white; numbers beyond the scale have the colours of its ends.
    std::vector<double> values{};
    std::vector<std::array<std::uint8_t, 3>> colours{};  // red, green and blue row by row, instead of values
    Axis scale{};
};

enum class LegendPlace { none, outside, top_left, top_right, bottom_left, bottom_right };

struct Plot {
    std::string title{};
    Axis x{}, y{};
    std::optional<PlotImage> image{};
    std::vector<Series> series{};
    LegendPlace legend = LegendPlace::outside;
    std::vector<std::string> notes{};  // lines of small text below the panel
};

/// Panels one below the other with aligned axes, or row by row in several columns.
struct Figure {
    std::vector<Plot> plots{};
    int width = 860;         // of the whole figure, in units of 1/100 inch
    int panel_height = 350;  // of each panel without its notes, in 1/100 inch
    int columns = 1;         // of equal width
};

/// Writes a figure as .svg or .png, by the ending (.png with 200 dots per inch). The file appears only when it is
/// complete. The same figure gives the same bytes with the same gnuplot and fonts. Throws InputError for another ending
/// or an inconsistent figure, OutputError when gnuplot is missing or fails, or the file cannot be written.
void write_plot(const std::filesystem::path& file, const Figure& figure);

}  // namespace tulle
