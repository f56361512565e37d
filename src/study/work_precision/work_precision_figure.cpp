#include "study/work_precision/work_precision_figure.hpp"

#include "study/work_precision/work_precision_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr double percent = 100;
constexpr double hopeless = 1;  // errors of the size of the cloth are not drawn

/// Returns the title of a method's panel. Methods that choose their steps have a panel of their own, because their
/// curves run over tolerances instead of steps.
std::string panel_of(const StudyMethod& method)
{
    return method.controls_error ? "steps chosen by their error" : method.family + ", fixed steps";
}

Series curve_of(const MethodResult& result)
{
    Series series{.name = result.method.name, .style = SeriesStyle::line_and_points};
    for (const SweepRun& sweep_run : result.sweep_runs) {
        const bool shows = sweep_run.is_good() && sweep_run.error < hopeless;
        series.xs.push_back(shows ? sweep_run.seconds : std::numeric_limits<double>::quiet_NaN());
        series.ys.push_back(shows ? percent * sweep_run.error : std::numeric_limits<double>::quiet_NaN());
    }
    return series;
}

/// Sets the range of an axis, which all panels share: the range of the points with a margin around it.
void set_range(Axis& axis, const std::vector<double>& values)
{
    if (values.empty()) return;
    const auto [low, high] = std::ranges::minmax(values);
    const double margin = std::max(1.3, std::pow(high / low, 0.05));  // of a logarithmic axis
    axis.min = low / margin;
    axis.max = high * margin;
}

}  // namespace

Figure work_precision_figure(const WorkPrecision& result)
{
    std::vector<std::string> panels;
    std::vector<double> xs, ys;
    std::vector<Series> curves;
    for (const MethodResult& method : result.methods) {
        const std::string panel = panel_of(method.method);
        if (std::ranges::find(panels, panel) == panels.end()) panels.push_back(panel);
        curves.push_back(curve_of(method));
        for (std::size_t i = 0; i < curves.back().xs.size(); ++i) {
            if (!std::isfinite(curves.back().xs[i])) continue;
            xs.push_back(curves.back().xs[i]);
            ys.push_back(curves.back().ys[i]);
        }
    }

    Figure figure;
    figure.panel_height = 380;
    for (const std::string& panel : panels) {
        Plot plot{.title = fmt::format("{}, {} particles, {:.3g} s: {}", result.scene, result.particles,
                                       result.duration, panel),
                  .x = {.label = "time spent", .unit = "s", .scale = AxisScale::log},
                  .y = {.label = "largest error", .unit = "% of size", .scale = AxisScale::log}};
        set_range(plot.x, xs);
        set_range(plot.y, ys);
        for (std::size_t m = 0; m < curves.size(); ++m) {  // first, so that the panel's own curves lie above them
            if (panel_of(result.methods[m].method) == panel) continue;
            Series faint = curves[m];
            faint.name.clear();
            faint.style = SeriesStyle::backdrop;
            plot.series.push_back(faint);
        }
        int color = 0;
        for (std::size_t m = 0; m < curves.size(); ++m) {
            if (panel_of(result.methods[m].method) != panel) continue;
            curves[m].color = color++;
            plot.series.push_back(curves[m]);
            std::string lines;
            for (const std::string& line : failures(result.methods[m])) lines += (lines.empty() ? "" : ", ") + line;
            if (!lines.empty()) plot.notes.push_back(result.methods[m].method.name + ": " + lines);
        }
        figure.plots.push_back(plot);
    }
    if (figure.plots.empty()) figure.plots.push_back({.title = result.scene});
    return figure;
}

}  // namespace tulle
