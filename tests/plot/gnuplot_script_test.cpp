#include "plot/gnuplot_script.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace tulle {
namespace {

std::string script_of(const Plot& plot) { return gnuplot_script({.plots = {plot}}, PictureFormat::svg); }

std::size_t count(const std::string& text, const std::string& what)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

TEST(GnuplotScript, HoldsTheDataWithGaps)
{
    Plot plot;
    plot.y.scale = AxisScale::log;
    plot.series = {
        Series{.name = "data", .xs = {0, 1, 2, 3}, .ys = {0.1, -1, std::numeric_limits<double>::infinity(), 1e-20}}};
    EXPECT_EQ(count(script_of(plot), "<< END_OF_DATA\n0 0.1\nNaN NaN NaN NaN\nNaN NaN NaN NaN\n3 1e-20\nEND_OF_DATA\n"),
              1U);
}

TEST(GnuplotScript, KeepsErrorBarsOnALogAxis)
{
    Plot plot;
    plot.y.scale = AxisScale::log;
    plot.series = {Series{.name = "data", .xs = {0, 1}, .ys = {1, 100}, .errors = {0.5, 200}}};
    EXPECT_EQ(count(script_of(plot), "0 1 0.5 1\n1 100 0.1 299.9\n"), 1U) << script_of(plot);
}

TEST(GnuplotScript, WritesUnitsInBrackets)
{
    Plot plot;
    plot.x = {.label = "time", .unit = "s"};
    plot.y = {.label = "flux", .unit = "kg/m^2/s^3"};
    const std::string script = script_of(plot);
    EXPECT_EQ(count(script, "\"time [s]\""), 1U);
    EXPECT_EQ(count(script, "\"flux [kg/m²/s³]\""), 1U);
    plot.y.unit = "";
    EXPECT_EQ(count(script_of(plot), "\"flux\""), 1U);
}

TEST(GnuplotScript, TellsEightSeriesApartWithoutColour)
{
    Plot plot;
    for (int s = 0; s < 8; ++s)
        plot.series.push_back({.name = "series", .xs = {0, 1}, .ys = {0, 1}, .style = SeriesStyle::line_and_points});
    const std::string script = script_of(plot);
    std::set<std::string> dashes, markers, colors;
    for (std::size_t at = script.find(" dt "); at != std::string::npos; at = script.find(" dt ", at + 1)) {
        const auto word = [&](const std::string& key) {
            const std::size_t start = script.find(key, at) + key.size();
            return script.substr(start, script.find(' ', start) - start);
        };
        dashes.insert(word(" dt "));
        markers.insert(word(" pt "));
        colors.insert(word(" rgb "));
    }
    EXPECT_EQ(dashes.size(), 8U);
    EXPECT_EQ(markers.size(), 8U);
    EXPECT_EQ(colors.size(), 8U);
}

TEST(GnuplotScript, ShowsTextAsItIs)
{
    Plot plot;
    plot.title = "it's `x`";
    plot.series = {Series{.name = "a_b^{c}", .xs = {0}, .ys = {0}}};
    const std::string script = script_of(plot);
    EXPECT_EQ(count(script, "\"it's \\140x\\140\" noenhanced"), 1U);
    EXPECT_EQ(count(script, "title \"a_b^{c}\""), 1U);
    EXPECT_EQ(count(script, "reverse noenhanced"), 1U);
}

TEST(GnuplotScript, PutsPanelsBelowEachOther)
{
    const Figure figure{.plots = {Plot{.title = "first"}, Plot{.title = "second"}}};
    const std::string script = gnuplot_script(figure, PictureFormat::png);
    EXPECT_EQ(count(script, "set tmargin at screen"), 2U);
    EXPECT_LT(script.find("first"), script.find("second"));
    EXPECT_EQ(count(script, "size 1720,1400"), 1U);
}

TEST(GnuplotScript, WritesNotesBelowPanelsAndClearsThemForTheNext)
{
    Plot first, second;
    first.notes = {"one failed", "another_{too}"};
    const Figure figure{.plots = {first, second}, .panel_height = 300};
    const std::string script = gnuplot_script(figure, PictureFormat::svg);
    EXPECT_EQ(count(script, "set label 4 \"one failed\" noenhanced"), 1U);
    EXPECT_EQ(count(script, "set label 5 \"another_{too}\" noenhanced"), 1U);
    EXPECT_EQ(count(script, "set label 4 \"\" noenhanced"), 1U);  // labels outlive a panel
    const auto height = [](const std::string& text) {
        return std::stoi(text.substr(text.find(',', text.find(" size ")) + 1));
    };
    EXPECT_GT(height(script), 600 + 2 * 12);
    EXPECT_EQ(height(gnuplot_script({.plots = {second, second}, .panel_height = 300}, PictureFormat::svg)), 600);
}

TEST(GnuplotScript, BackdropsAreGreyAndWithoutMarkers)
{
    Plot plot;
    plot.series = {Series{.xs = {0, 1}, .ys = {0, 1}, .style = SeriesStyle::backdrop, .color = 2}};
    const std::string script = script_of(plot);
    EXPECT_EQ(count(script, "with lines lw 1.2 lc rgb '#C4C4C4' notitle"), 1U) << script;
}

Plot image_plot_of(PlotImage image)
{
    Plot plot;
    plot.x.min = plot.y.min = 0;
    plot.x.max = 3;
    plot.y.max = 2;
    plot.image = std::move(image);
    return plot;
}

/// Cells of 1 x 1, their middles half a cell from the edges.
TEST(GnuplotScript, ImagesFillThePanel)
{
    const std::string colours = script_of(
        image_plot_of({.columns = 3, .rows = 2, .colours = {{1, 2, 3}, {4, 5, 6}, {}, {}, {}, {250, 251, 252}}}));
    EXPECT_EQ(count(colours, "<< END_OF_DATA\n0 0 1 2 3\n1 0 4 5 6\n"), 1U) << colours;
    EXPECT_EQ(count(colours, "\n2 1 250 251 252\nEND_OF_DATA\n"), 1U);
    EXPECT_EQ(count(colours, "using (0.5+1*$1):(0.5+1*$2):3:4:5 with rgbimage"), 1U);
    EXPECT_EQ(count(colours, "set colorbox vertical"), 0U);
}

TEST(GnuplotScript, NumbersOfImagesHaveABar)
{
    PlotImage image{.columns = 3, .rows = 2, .values = {1, 10, 0, 2000, std::nan(""), 5}};
    image.scale = {.label = "power", .unit = "W", .scale = AxisScale::log, .min = 1, .max = 1000};
    const std::string script = script_of(image_plot_of(image));
    EXPECT_EQ(count(script, "<< END_OF_DATA\n1 10 1\n1000 NaN 5\nEND_OF_DATA\n"), 1U) << script;
    EXPECT_EQ(count(script, "set colorbox vertical user origin"), 1U);
    EXPECT_EQ(count(script, "\"power [W]\""), 1U);
    // The next panel has none.
    const std::string two = gnuplot_script({.plots = {image_plot_of(image), Plot{}}}, PictureFormat::svg);
    EXPECT_GT(two.rfind("unset colorbox"), two.find("set colorbox vertical"));
}

TEST(GnuplotScript, PutsPanelsIntoColumns)
{
    const Figure figure{.plots = {Plot{}, Plot{}, Plot{}}, .width = 1000, .panel_height = 300, .columns = 2};
    const std::string script = gnuplot_script(figure, PictureFormat::svg);
    EXPECT_EQ(count(script, "size 1000,600"), 1U) << script;
    EXPECT_EQ(count(script, "set lmargin at screen 0.098\n"), 2U);
    EXPECT_EQ(count(script, "set lmargin at screen 0.598\n"), 1U);
}

}  // namespace
}  // namespace tulle
