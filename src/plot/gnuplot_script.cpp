#include "plot/gnuplot_script.hpp"

#include "output/encode.hpp"
#include "plot/axis_ticks.hpp"
#include "plot/gnuplot_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

// Colours that are distinguishable with any kind of colour vision (Okabe and Ito), with the yellow replaced by a grey
// that is readable on paper. Each colour has its own dash and marker, for prints without colour.
struct Look {
    std::string_view color, dash;
    int marker;  // gnuplot's point type
};
constexpr std::array looks{Look{"#0072B2", "solid", 7},  Look{"#D55E00", "(14,4)", 5},
                           Look{"#009E73", "(3,3)", 9},  Look{"#CC79A7", "(14,4,3,4)", 13},
                           Look{"#000000", "(7,3)", 6},  Look{"#E69F00", "(24,5)", 4},
                           Look{"#56B4E9", "(10,6)", 8}, Look{"#777777", "(2,5)", 12}};

constexpr double png_scale = 2;  // 200 dots per inch
constexpr std::size_t markers_on_a_line = 16;
constexpr std::string_view backdrop_color = "#C4C4C4";

// Lengths in the figure's units of 1/100 inch.
constexpr double left_margin = 98, right_margin = 24, top_margin = 42, bottom_margin = 66;
constexpr double character_width = 8.8, legend_gap = 14, legend_sample = 54;
constexpr double bar_gap = 16, bar_width = 18, bar_numbers = 78;  // of the colour bar of an image
constexpr double note_line = 17, note_gap = 0.5;                  // the gap is in lines
constexpr double y_label_place = 20, x_label_place = 16;          // centre of the text, from the left and from below

// From dark to light, perceptually uniform (viridis, at five places).
constexpr std::string_view palette = "0 '#440154', 1 '#3B528B', 2 '#21918C', 3 '#5EC962', 4 '#FDE725'";

// The two terminals use different units for fonts, dashes and markers. With these sizes their pictures look alike.
struct TerminalLook {
    double font, title_font, note_font, marker_size;
};
constexpr TerminalLook svg_look{15, 18, 12, 0.6};
constexpr TerminalLook png_look{12, 14, 9.5, 0.9};

constexpr std::size_t first_note = 4;  // number of gnuplot's label; the labels before are titles

const TerminalLook& look_in(PictureFormat format) { return format == PictureFormat::svg ? svg_look : png_look; }

const Look& look_of(const Series& series, std::size_t index)
{
    const std::size_t color = series.color ? static_cast<std::size_t>(std::max(*series.color, 0)) : index;
    return looks[color % looks.size()];
}

std::string number(double value)
{
    std::string text;
    append_number(text, value);
    return text;
}

std::size_t characters(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Layout of the panels. gnuplot's screen coordinates are shares of the figure's width from the left, and of its height
/// from below.
struct Layout {
    const Figure& figure;
    double legend = 0;           // width of the legend or colour bar beside the plots
    std::vector<double> tops{};  // of the rows of panels, from the top of the figure; the last is its height
    std::size_t most_notes = 0;
    std::size_t columns;

    explicit Layout(const Figure& all) : figure(all), columns(static_cast<std::size_t>(std::max(all.columns, 1)))
    {
        std::size_t longest = 0;
        bool has_bar = false;
        tops.push_back(0);
        for (std::size_t first = 0; first < figure.plots.size(); first += columns) {
            std::size_t notes = 0;
            for (std::size_t p = first; p < std::min(first + columns, figure.plots.size()); ++p) {
                const Plot& plot = figure.plots[p];
                notes = std::max(notes, plot.notes.size());
                has_bar = has_bar || (plot.image && plot.image->colours.empty());
                for (const Series& series : plot.series)
                    if (plot.legend == LegendPlace::outside) longest = std::max(longest, characters(series.name));
            }
            tops.push_back(tops.back() + figure.panel_height +
                           (notes > 0 ? note_line * (note_gap + static_cast<double>(notes)) : 0));
            most_notes = std::max(most_notes, notes);
        }
        if (longest > 0) legend = legend_gap + legend_sample + character_width * static_cast<double>(longest);
        if (has_bar) legend = std::max(legend, bar_gap + bar_width + bar_numbers);
    }
    [[nodiscard]] double column_width() const { return figure.width / static_cast<double>(columns); }
    [[nodiscard]] double right_edge() const { return column_width() - right_margin - legend; }
    /// `across` and `down` convert a length within the panel to a screen coordinate.
    [[nodiscard]] std::string across(std::size_t panel, double from_left) const
    {
        return "screen " + number((static_cast<double>(panel % columns) * column_width() + from_left) / figure.width);
    }
    [[nodiscard]] std::string down(std::size_t panel, double from_top) const
    {
        return "screen " + number(1 - (tops[panel / columns] + from_top) / tops.back());
    }
};

std::string axis_title(const Axis& axis)
{
    if (axis.unit.empty()) return axis.label;
    std::string unit = axis.unit;
    for (const auto& [plain, raised] : {std::pair<std::string_view, std::string_view>{"^2", "²"}, {"^3", "³"}})
        for (std::size_t found = unit.find(plain); found != std::string::npos; found = unit.find(plain))
            unit.replace(found, plain.size(), raised);
    return axis.label + " [" + unit + "]";
}

void append_terminal(std::string& script, const Layout& layout, PictureFormat format)
{
    const double scale = format == PictureFormat::png ? png_scale : 1;
    const auto pixels = [&](double length) { return std::to_string(std::lround(length * scale)); };
    const std::string size = pixels(layout.figure.width) + ',' + pixels(layout.tops.back());
    if (format == PictureFormat::svg)
        script += "set terminal svg enhanced size " + size + " dynamic font 'sans-serif,";
    else
        script += "set terminal pngcairo enhanced size " + size + " fontscale " + number(scale) + " linewidth " +
                  number(scale) + " pointscale " + number(scale) + " font 'Sans,";
    script += number(look_in(format).font) + "' background '#FFFFFF'\n";
}

std::string data_name(std::size_t panel, std::size_t series)
{
    return "$data_" + std::to_string(panel) + '_' + std::to_string(series);
}

/// Appends data as lines "x y", or "x y low height" for series with error bars.
void append_data(std::string& script, const Plot& plot, std::size_t panel)
{
    const double lowest = plot.y.scale == AxisScale::log ? y_ticks(plot).min : -std::numeric_limits<double>::max();
    for (std::size_t s = 0; s < plot.series.size(); ++s) {
        const Series& series = plot.series[s];
        script += data_name(panel, s) + " << END_OF_DATA\n";
        for (std::size_t i = 0; i < series.xs.size(); ++i) {
            const double x = series.xs[i];
            const double y = series.ys[i];
            if (!is_drawable(plot.x, x) || !is_drawable(plot.y, y)) {
                script += "NaN NaN NaN NaN\n";
                continue;
            }
            script += number(x) + ' ' + number(y);
            if (!series.errors.empty()) {
                const double low = std::max(lowest, y - series.errors[i]);
                script += ' ' + number(low) + ' ' + number(y + series.errors[i] - low);
            }
            script += '\n';
        }
        script += "END_OF_DATA\n";
    }
}

std::string image_name(std::size_t panel) { return "$image_" + std::to_string(panel); }

/// Appends an image as numbers row by row, or as lines "column row red green blue".
void append_image_data(std::string& script, const Plot& plot, std::size_t panel)
{
    if (!plot.image) return;
    const PlotImage& image = *plot.image;
    const auto columns = static_cast<std::size_t>(image.columns);
    script += image_name(panel) + " << END_OF_DATA\n";
    if (!image.colours.empty()) {
        for (std::size_t i = 0; i < image.colours.size(); ++i) {
            script += std::to_string(i % columns) + ' ' + std::to_string(i / columns);
            for (const std::uint8_t part : image.colours[i]) script += ' ' + std::to_string(part);
            script += '\n';
        }
    } else {
        const AxisTicks scale = scale_ticks(image);
        for (std::size_t i = 0; i < image.values.size(); ++i) {
            const double value = image.values[i];
            // Clamp to the scale: zero, for example, lies below every log scale.
            script += std::isfinite(value) ? number(std::clamp(value, scale.min, scale.max)) : "NaN";
            script += (i + 1) % columns == 0 ? '\n' : ' ';
        }
    }
    script += "END_OF_DATA\n";
}

/// Returns the image's part of the plot command. The colour bar is set before.
std::string image_plot(const Plot& plot, std::size_t panel)
{
    const PlotImage& image = *plot.image;
    const auto place = [](const Axis& axis, int cells, std::string_view column) {
        const double size = (*axis.max - *axis.min) / cells;
        return '(' + number(*axis.min + size / 2) + '+' + number(size) + '*' + std::string(column) + ')';
    };
    const std::string where = place(plot.x, image.columns, "$1") + ':' + place(plot.y, image.rows, "$2");
    return image.colours.empty() ? image_name(panel) + " matrix using " + where + ":3 with image notitle, "
                                 : image_name(panel) + " using " + where + ":3:4:5 with rgbimage notitle, ";
}

void append_axis(std::string& script, const Axis& axis, std::string_view letter, const AxisTicks& ticks)
{
    const std::string name(letter);
    script += (axis.scale == AxisScale::log ? "set logscale " + name + " 10" : "unset logscale " + name) + '\n';
    script += "set " + name + "range [" + number(ticks.min) + ':' + number(ticks.max) + "]\n";
    script += "set " + name + "tics out nomirror scale 0.6,0.3 (";
    for (const Tick& tick : ticks.major) script += '\'' + tick.text + "' " + number(tick.value) + ", ";
    for (const double value : ticks.minor) script += "'' " + number(value) + " 1, ";
    script.replace(script.size() - 2, 2, ")\n");
}

void append_legend(std::string& script, LegendPlace place, std::size_t panel, const Layout& layout)
{
    switch (place) {
        case LegendPlace::none:
            script += "unset key\n";
            return;
        case LegendPlace::outside:
            script += "set key at " + layout.across(panel, layout.right_edge() + legend_gap) + ", graph 1 left top";
            break;
        case LegendPlace::top_left:
            script += "set key inside left top";
            break;
        case LegendPlace::top_right:
            script += "set key inside right top";
            break;
        case LegendPlace::bottom_left:
            script += "set key inside left bottom";
            break;
        case LegendPlace::bottom_right:
            script += "set key inside right bottom";
            break;
    }
    script += " vertical Left reverse noenhanced samplen 3 spacing 1.25";
    script += place == LegendPlace::outside ? " noopaque\n" : " opaque\n";
}

void append_series(std::string& script, const Series& series, const std::string& data, const Look& look,
                   double marker_size)
{
    const std::string color = " lc rgb '" + std::string(look.color) + "'";
    const std::string marker = " pt " + std::to_string(look.marker) + " ps " + number(marker_size);
    const std::string line = " lw 2 dt " + std::string(look.dash);
    const std::string title = series.name.empty() ? " notitle" : " title " + gnuplot_string(series.name);
    // Draw error bars as arrows with flat heads: gnuplot's own error bars leave a hole at the point in SVG files.
    if (!series.errors.empty())
        script += data + " using 1:3:(0):4 with vectors heads size graph 0.007,90 lw 1" + color + " notitle, ";
    script += data + " using 1:2 with ";
    switch (series.style) {
        case SeriesStyle::line:
            script += "lines" + line;
            break;
        case SeriesStyle::points:
            script += "points lw 1.5" + marker;
            break;
        case SeriesStyle::line_and_points:
            script += "linespoints" + line + marker + " pi " +
                      std::to_string(std::max<std::size_t>(1, series.xs.size() / markers_on_a_line));
            break;
        case SeriesStyle::backdrop:
            script += "lines lw 1.2 lc rgb '" + std::string(backdrop_color) + "'" + title;
            return;
    }
    script += color + title;
}

/// Appends the colour bar of an image of numbers; removes it for other panels.
void append_colour_bar(std::string& script, std::size_t panel, const Layout& layout)
{
    const Plot& plot = layout.figure.plots[panel];
    const std::string tag = std::to_string(first_note + layout.most_notes);
    script += "unset colorbox\nunset label " + tag + '\n';  // those of the panel before
    if (!plot.image || !plot.image->colours.empty()) return;
    const AxisTicks ticks = scale_ticks(*plot.image);
    const double left = layout.right_edge() + bar_gap, height = layout.figure.panel_height;
    append_axis(script, plot.image->scale, "cb", ticks);
    script += "set palette defined (" + std::string(palette) + ")\nset colorbox vertical user origin ";
    script += layout.across(panel, left).substr(7) + ", " + layout.down(panel, height - bottom_margin).substr(7);
    script += " size " + number(bar_width / layout.figure.width) + ", ";
    script += number((height - top_margin - bottom_margin) / layout.tops.back()) + " noborder\n";
    script += "set label " + tag + ' ' + gnuplot_string(axis_title(plot.image->scale)) + " noenhanced at ";
    script += layout.across(panel, left + bar_width + bar_numbers - 10) + ", graph 0.5 center rotate\n";
}

void append_panel(std::string& script, std::size_t panel, const Layout& layout, const TerminalLook& look)
{
    const Plot& plot = layout.figure.plots[panel];
    const double height = layout.figure.panel_height;
    script += "set lmargin at " + layout.across(panel, left_margin) + "\nset rmargin at ";
    script += layout.across(panel, layout.right_edge()) + "\nset tmargin at " + layout.down(panel, top_margin) +
              "\nset bmargin at ";
    script += layout.down(panel, height - bottom_margin) + '\n';

    // Use labels instead of gnuplot's own titles, because the places of those depend on the size of the tick numbers.
    const auto label = [&](std::string_view tag, const std::string& text, const std::string& place) {
        script.append("set label ").append(tag) += ' ' + gnuplot_string(text) + " noenhanced at " + place + '\n';
    };
    label("1", plot.title, "graph 0, graph 1 left offset 0,0.9 font '," + number(look.title_font) + '\'');
    label("2", axis_title(plot.x), "graph 0.5, " + layout.down(panel, height - x_label_place) + " center");
    label("3", axis_title(plot.y), layout.across(panel, y_label_place) + ", graph 0.5 center rotate");
    for (std::size_t line = 0; line < layout.most_notes; ++line) {  // labels persist: clear those of the panel before
        const std::string place = layout.across(panel, left_margin) + ", " +
                                  layout.down(panel, height + note_line * (static_cast<double>(line) + note_gap)) +
                                  " left font '," + number(look.note_font) + '\'';
        label(std::to_string(first_note + line), line < plot.notes.size() ? plot.notes[line] : "", place);
    }
    append_axis(script, plot.x, "x", x_ticks(plot));
    append_axis(script, plot.y, "y", y_ticks(plot));
    append_legend(script, plot.legend, panel, layout);
    append_colour_bar(script, panel, layout);
    script += "plot ";
    if (plot.image) script += image_plot(plot, panel);
    for (std::size_t s = 0; s < plot.series.size(); ++s) {
        append_series(script, plot.series[s], data_name(panel, s), look_of(plot.series[s], s), look.marker_size);
        script += ", ";
    }
    script += "NaN notitle\n";  // so that an empty plot has its axes
}

}  // namespace

std::string gnuplot_script(const Figure& figure, PictureFormat format)
{
    const Layout layout(figure);
    std::string script = "set encoding utf8\n";
    append_terminal(script, layout, format);
    for (std::size_t panel = 0; panel < figure.plots.size(); ++panel) {
        append_data(script, figure.plots[panel], panel);
        append_image_data(script, figure.plots[panel], panel);
    }
    script +=
        "set border 3 lw 1 lc rgb '#333333'\n"
        "set grid xtics ytics lt 1 lw 0.6 lc rgb '#D9D9D9'\n"
        "set multiplot\n";
    for (std::size_t panel = 0; panel < figure.plots.size(); ++panel)
        append_panel(script, panel, layout, look_in(format));
    script += "unset multiplot\n";
    return script;
}

}  // namespace tulle
