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

// Colours that people with any kind of colour vision tell apart (Okabe and Ito), the yellow replaced by a grey that is
// readable on paper; each with a dash and a marker of its own, for prints without colour.
struct Look {
    std::string_view color, dash;
    int marker;  // gnuplot's number
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
constexpr double note_line = 17, note_gap = 0.5;          // the gap in lines
constexpr double y_label_place = 20, x_label_place = 16;  // middle of the text, from the left and from below

// The two terminals count fonts, dashes and markers in different units; these come out alike.
struct TerminalLook {
    double font, title_font, note_font, marker_size;
};
constexpr TerminalLook svg_look{15, 18, 12, 0.6};
constexpr TerminalLook png_look{12, 14, 9.5, 0.9};

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

/// Where things are, as gnuplot counts: parts of the figure's width from the left, and of its height from below.
struct Layout {
    const Figure& figure;
    double legend = 0;           // width of what stands beside the plots
    std::vector<double> tops{};  // of the panels, from the top of the figure; at the end its height
    std::size_t most_notes = 0;

    explicit Layout(const Figure& all) : figure(all)
    {
        std::size_t longest = 0;
        tops.push_back(0);
        for (const Plot& plot : figure.plots) {
            const std::size_t notes = plot.notes.size();
            tops.push_back(tops.back() + figure.panel_height +
                           (notes > 0 ? note_line * (note_gap + static_cast<double>(notes)) : 0));
            most_notes = std::max(most_notes, notes);
            for (const Series& series : plot.series)
                if (plot.legend == LegendPlace::outside) longest = std::max(longest, characters(series.name));
        }
        if (longest > 0) legend = legend_gap + legend_sample + character_width * static_cast<double>(longest);
    }
    [[nodiscard]] std::string across(double from_left) const { return "screen " + number(from_left / figure.width); }
    [[nodiscard]] double right_edge() const { return figure.width - right_margin - legend; }
    /// `from_top` is that of the panel.
    [[nodiscard]] std::string down(std::size_t panel, double from_top) const
    {
        return "screen " + number(1 - (tops[panel] + from_top) / tops.back());
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

/// Lines "x y", and where there are error bars "x y low height".
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

void append_legend(std::string& script, LegendPlace place, const Layout& layout)
{
    switch (place) {
        case LegendPlace::none:
            script += "unset key\n";
            return;
        case LegendPlace::outside:
            script += "set key at " + layout.across(layout.right_edge() + legend_gap) + ", graph 1 left top";
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
    // Bars as arrows with flat heads: gnuplot's own bars leave a hole at the point in SVG files.
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

void append_panel(std::string& script, std::size_t panel, const Layout& layout, const TerminalLook& look)
{
    const Plot& plot = layout.figure.plots[panel];
    const double height = layout.figure.panel_height;
    script += "set lmargin at " + layout.across(left_margin) + "\nset rmargin at " + layout.across(layout.right_edge());
    script += "\nset tmargin at " + layout.down(panel, top_margin) + "\nset bmargin at ";
    script += layout.down(panel, height - bottom_margin) + '\n';

    // Labels rather than gnuplot's own titles, whose places depend on the size of the numbers along the axes.
    const auto label = [&](std::string_view tag, const std::string& text, const std::string& place) {
        script.append("set label ").append(tag) += ' ' + gnuplot_string(text) + " noenhanced at " + place + '\n';
    };
    label("1", plot.title, "graph 0, graph 1 left offset 0,0.9 font '," + number(look.title_font) + '\'');
    label("2", axis_title(plot.x), "graph 0.5, " + layout.down(panel, height - x_label_place) + " center");
    label("3", axis_title(plot.y), layout.across(y_label_place) + ", graph 0.5 center rotate");
    constexpr std::size_t first_note = 4;
    for (std::size_t line = 0; line < layout.most_notes; ++line) {  // labels stay, so a panel clears those before it
        const std::string place = layout.across(left_margin) + ", " +
                                  layout.down(panel, height + note_line * (static_cast<double>(line) + note_gap)) +
                                  " left font '," + number(look.note_font) + '\'';
        label(std::to_string(first_note + line), line < plot.notes.size() ? plot.notes[line] : "", place);
    }
    append_axis(script, plot.x, "x", x_ticks(plot));
    append_axis(script, plot.y, "y", y_ticks(plot));
    append_legend(script, plot.legend, layout);
    script += "plot ";
    for (std::size_t s = 0; s < plot.series.size(); ++s) {
        append_series(script, plot.series[s], data_name(panel, s), look_of(plot.series[s], s), look.marker_size);
        script += ", ";
    }
    script += "NaN notitle\n";  // an empty plot has its axes all the same
}

}  // namespace

std::string gnuplot_script(const Figure& figure, PictureFormat format)
{
    const Layout layout(figure);
    std::string script = "set encoding utf8\n";
    append_terminal(script, layout, format);
    for (std::size_t panel = 0; panel < figure.plots.size(); ++panel) append_data(script, figure.plots[panel], panel);
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
