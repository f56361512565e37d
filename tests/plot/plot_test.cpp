#include "plot/plot.hpp"

#include "output/test_files.hpp"

#include <tulle/error.hpp>
#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

#include <cstdlib>

namespace tulle {
namespace {

Figure sample_figure()
{
    Plot ours;
    ours.title = "<energy> & \"others\"";
    ours.x = {.label = "time", .unit = "s"};
    ours.y = {.label = "energy", .unit = "J", .scale = AxisScale::log};
    ours.series = {Series{.name = "ours", .xs = {0, 1, 2}, .ys = {1, 10, 300}}, Series{.name = "theirs_{1}",
                                                                                       .xs = {0, 1, 2},
                                                                                       .ys = {1, 11, 280},
                                                                                       .style = SeriesStyle::points,
                                                                                       .errors = {0.1, 2, 20},
                                                                                       .color = 0}};
    return {.plots = {ours, Plot{.title = "empty", .legend = LegendPlace::top_left}}};
}

TEST(WritePlot, WritesTheSameSvgTwice)
{
    const TemporaryDirectory directory;
    write_plot(directory / "a.svg", sample_figure());
    write_plot(directory / "b.svg", sample_figure());
    const Contents contents = contents_of(directory.path());
    ASSERT_EQ(contents.size(), 2U);
    const std::string& svg = contents.at("a.svg");
    EXPECT_TRUE(svg == contents.at("b.svg"));
    for (const char* text : {"<svg", "</svg>", "&lt;energy> &amp;", "theirs_{1}", "energy [J]", "time [s]", "empty"})
        EXPECT_NE(svg.find(text), std::string::npos) << text;
}

TEST(WritePlot, WritesPngsOfTheSizeAskedFor)
{
    const TemporaryDirectory directory;
    Figure figure = sample_figure();
    figure.width = 500;
    figure.panel_height = 300;
    write_plot(directory / "a.png", figure);
    write_plot(directory / "b.png", figure);
    const std::string png = read_bytes(directory / "a.png");
    EXPECT_TRUE(png.starts_with("\x89PNG\r\n"));
    const auto number = [&](std::size_t at) {
        return static_cast<unsigned char>(png.at(at + 2)) * 256 + static_cast<unsigned char>(png.at(at + 3));
    };
    EXPECT_EQ(number(16), 1000);
    EXPECT_EQ(number(20), 1200);
    EXPECT_TRUE(png == read_bytes(directory / "b.png"));
}

TEST(WritePlot, RefusesWhatItCannotDraw)
{
    const TemporaryDirectory directory;
    EXPECT_THROW(write_plot(directory / "a.pdf", sample_figure()), InputError);
    EXPECT_THROW(write_plot(directory / "a.svg", Figure{}), InputError);
    Figure uneven = sample_figure();
    uneven.plots[0].series[0].ys.pop_back();
    EXPECT_THROW(write_plot(directory / "a.svg", uneven), InputError);
    Figure wrong_errors = sample_figure();
    wrong_errors.plots[0].series[0].errors = {1};
    EXPECT_THROW(write_plot(directory / "a.svg", wrong_errors), InputError);
    Figure not_positive = sample_figure();
    not_positive.plots[0].y.min = 0;
    EXPECT_THROW(write_plot(directory / "a.svg", not_positive), InputError);
    Figure backward = sample_figure();
    backward.plots[1].x.min = 2;
    backward.plots[1].x.max = 1;
    EXPECT_THROW(write_plot(directory / "a.svg", backward), InputError);
    Figure few = sample_figure();
    few.plots[1].x = few.plots[1].y = {.min = 0, .max = 1};
    few.plots[1].image = PlotImage{.columns = 2, .rows = 2, .values = {1, 2, 3}};
    EXPECT_THROW(write_plot(directory / "a.svg", few), InputError);
    Figure without_edges = sample_figure();
    without_edges.plots[1].image = PlotImage{.columns = 1, .rows = 1, .values = {1}};
    EXPECT_THROW(write_plot(directory / "a.svg", without_edges), InputError);
    EXPECT_TRUE(contents_of(directory.path()).empty());
}

TEST(WritePlot, DrawsImages)
{
    const TemporaryDirectory directory;
    Plot numbers;
    numbers.x = numbers.y = {.label = "side", .min = 0, .max = 2};
    numbers.image = PlotImage{.columns = 2, .rows = 2, .values = {1, 2, 3, 4}, .scale = {.label = "amount"}};
    Plot colours = numbers;
    colours.image = PlotImage{.columns = 2, .rows = 1, .colours = {{255, 0, 0}, {0, 0, 255}}};
    const Figure figure{.plots = {numbers, colours}, .width = 700, .panel_height = 300, .columns = 2};
    write_plot(directory / "a.png", figure);
    write_plot(directory / "b.png", figure);
    EXPECT_TRUE(read_bytes(directory / "a.png") == read_bytes(directory / "b.png"));
    write_plot(directory / "c.svg", figure);
    EXPECT_NE(read_bytes(directory / "c.svg").find("amount"), std::string::npos);
}

TEST(WritePlot, KeepsWhatWasThereWhenItCannotWrite)
{
    const TemporaryDirectory directory;
    write_bytes(directory / "a.svg", "before");
    {
        const FileSizeLimit limit(100);  // gnuplot inherits it: whoever hits it first tells
        EXPECT_THROW(write_plot(directory / "a.svg", sample_figure()), OutputError);
    }
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"a.svg", "before"}}));
    EXPECT_THROW(write_plot(directory / "missing" / "a.svg", sample_figure()), OutputError);
}

TEST(WritePlot, DoesNotReadTheSettingsOfTheUser)
{
    const TemporaryDirectory directory;
    write_plot(directory / "a.svg", sample_figure());
    write_bytes(directory / ".gnuplot", "set title 'mine'\nset label 99 'mine' at screen 0.5, screen 0.5\n");
    const std::string before = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
    ::setenv("HOME", directory.path().c_str(), 1);
    write_plot(directory / "b.svg", sample_figure());
    ::setenv("HOME", before.c_str(), 1);
    EXPECT_TRUE(read_bytes(directory / "a.svg") == read_bytes(directory / "b.svg"));
}

}  // namespace
}  // namespace tulle
