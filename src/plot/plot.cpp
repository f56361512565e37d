#include "plot/plot.hpp"

#include "output/atomic_file.hpp"
#include "plot/gnuplot_program.hpp"
#include "plot/gnuplot_script.hpp"

#include <tulle/error.hpp>
#include <tulle/output_error.hpp>

namespace tulle {
namespace {

void check_axis(const Axis& axis, const std::string& key, std::vector<Problem>& problems)
{
    if (axis.scale == AxisScale::log && ((axis.min && !(*axis.min > 0)) || (axis.max && !(*axis.max > 0))))
        problems.push_back({.key = key, .message = "the range of a log axis must be > 0"});
    if (axis.min && axis.max && !(*axis.min < *axis.max))
        problems.push_back({.key = key, .message = "the range of an axis must have min < max"});
}

void check_image(const Plot& plot, const std::string& key, std::vector<Problem>& problems)
{
    const PlotImage& image = *plot.image;
    const std::size_t given = image.colours.empty() ? image.values.size() : image.colours.size();
    if (image.columns < 1 || image.rows < 1 ||
        given != static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.rows))
        problems.push_back({.key = key + ".image",
                            .message = "an image of " + std::to_string(image.columns) + " x " +
                                       std::to_string(image.rows) + " cells has " + std::to_string(given) +
                                       " of them"});
    if (!image.colours.empty() && !image.values.empty())
        problems.push_back({.key = key + ".image", .message = "an image has values or colours, not both"});
    for (const Axis* axis : {&plot.x, &plot.y})
        if (!axis->min || !axis->max || axis->scale == AxisScale::log)
            problems.push_back({.key = key + ".image", .message = "an image needs linear axes with min and max"});
    check_axis(image.scale, key + ".image.scale", problems);
}

void check_figure(const Figure& figure)
{
    std::vector<Problem> problems;
    if (figure.plots.empty()) problems.push_back({.key = "plots", .message = "a figure needs at least one plot"});
    for (std::size_t p = 0; p < figure.plots.size(); ++p) {
        const Plot& plot = figure.plots[p];
        const std::string key = "plots[" + std::to_string(p) + "]";
        check_axis(plot.x, key + ".x", problems);
        check_axis(plot.y, key + ".y", problems);
        if (plot.image) check_image(plot, key, problems);
        for (const Series& series : plot.series) {
            if (series.ys.size() == series.xs.size() &&
                (series.errors.empty() || series.errors.size() == series.xs.size()))
                continue;
            problems.push_back({.key = key,
                                .message = "series '" + series.name + "' has " + std::to_string(series.xs.size()) +
                                           " xs, " + std::to_string(series.ys.size()) + " ys and " +
                                           std::to_string(series.errors.size()) + " errors"});
        }
    }
    if (!problems.empty()) throw InputError(std::move(problems));
}

PictureFormat format_of(const std::filesystem::path& file)
{
    if (file.extension() == ".svg") return PictureFormat::svg;
    if (file.extension() == ".png") return PictureFormat::png;
    throw InputError(Problem{.file = file.string(), .message = "plots are written as .svg or .png"});
}

}  // namespace

void write_plot(const std::filesystem::path& file, const Figure& figure)
{
    const PictureFormat format = format_of(file);
    check_figure(figure);
    std::string picture;
    try {
        picture = run_gnuplot(gnuplot_script(figure, format));
    } catch (const std::runtime_error& error) {
        throw OutputError(file, error.what());
    }
    write_file_atomically(file, picture);
}

}  // namespace tulle
