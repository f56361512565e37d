#include "plot/run_plots.hpp"

#include <tulle/error.hpp>

#include <algorithm>

namespace tulle {
namespace {

std::vector<double> column(const MetricsTable& metrics, std::string_view name)
{
    const auto found = std::ranges::find(metrics.columns, name);
    if (found == metrics.columns.end())
        throw InputError(Problem{.file = "metrics.csv", .message = "has no column " + std::string(name)});
    const auto index = static_cast<std::size_t>(found - metrics.columns.begin());
    std::vector<double> values;
    for (const std::vector<double>& row : metrics.rows) values.push_back(row[index]);
    return values;
}

std::vector<double> scaled(std::vector<double> values, double factor)
{
    for (double& value : values) value *= factor;
    return values;
}

Plot over_time(const std::string& title, const std::string& label, const std::string& unit)
{
    return {.title = title, .x = {.label = "time", .unit = "s"}, .y = {.label = label, .unit = unit}};
}

}  // namespace

Figure energy_figure(const MetricsTable& metrics)
{
    const std::vector<double> time = column(metrics, "time_s");
    const auto energy = [&](const std::string& name, int color) {
        return Series{.name = name, .xs = time, .ys = column(metrics, "energy_" + name + "_J"), .color = color};
    };
    Plot all = over_time("Energy", "energy", "J");
    Series springs{.name = "springs", .xs = time, .ys = std::vector<double>(time.size()), .color = 3};
    Plot parts = over_time("Energy in the springs", "energy", "J");
    parts.series = {energy("stretch", 5), energy("shear", 6), energy("bending", 7)};
    for (const Series& part : parts.series)
        for (std::size_t i = 0; i < time.size(); ++i) springs.ys[i] += part.ys[i];
    all.series = {energy("total", 0), energy("kinetic", 1), energy("gravity", 2), springs};
    return {.plots = {all, parts}};
}

Figure stretch_figure(const MetricsTable& metrics)
{
    const std::vector<double> time = column(metrics, "time_s");
    const auto panel = [&](const std::string& title, const std::string& name) {
        Plot plot = over_time(title, "stretch", "%");
        plot.series = {Series{.xs = time, .ys = scaled(column(metrics, name), 100)}};
        plot.y.min = 0;
        return plot;
    };
    Figure figure{.plots = {panel("Largest stretch along the threads", "largest_stretch"),
                            panel("Mean stretch along the threads", "mean_stretch")}};
    figure.panel_height = 290;
    return figure;
}

}  // namespace tulle
