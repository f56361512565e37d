#include "study/fabric_lab/fabric_figures.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tulle {
namespace {

constexpr int warp_colour = 0, weft_colour = 1, first_mark_colour = 4;
constexpr std::size_t marks_on_a_branch = 14;

/// Returns the empty diagram of a test, with axes in KES units.
Plot empty_diagram(const std::string& fabric, KesTest test)
{
    const KesAxes axes = axes_of(test);
    const auto axis = [](std::string_view label, const Quantity& quantity) {
        return Axis{.label = std::string(label), .unit = std::string(quantity.unit(UnitSystem::kes).text)};
    };
    Plot plot{.title = fmt::format("{}: {}", fabric, name_of(test)),
              .x = axis(axes.across, *axes.at),
              .y = axis(axes.up, *axes.value)};
    if (test == KesTest::tension) plot.y.min = 0;  // the patch may push back a little at the end
    return plot;
}

/// Adds the points of a branch in KES units; of every `every` points only the one at `offset`.
void add_branch(Series& series, KesTest test, const std::vector<LoopPoint>& branch, std::size_t every = 1,
                std::size_t offset = 0)
{
    const KesAxes axes = axes_of(test);
    for (std::size_t k = offset; k < branch.size(); k += every) {
        series.xs.push_back(branch[k].at / axes.at->unit(UnitSystem::kes).factor);
        series.ys.push_back(branch[k].value / axes.value->unit(UnitSystem::kes).factor);
    }
}

/// Returns the marks of one resolution. The curves of the resolutions coincide, so that each resolution marks other
/// points and all are visible.
Series marks_of(const KesCurve& curve, std::size_t resolution, std::size_t resolutions)
{
    Series marks{.style = SeriesStyle::points, .color = first_mark_colour + static_cast<int>(resolution)};
    if (!curve.drawn[resolution]) return marks;
    for (const auto* branch : {&curve.drawn[resolution]->loading, &curve.drawn[resolution]->unloading}) {
        const std::size_t every = std::max<std::size_t>(1, branch->size() / marks_on_a_branch);
        add_branch(marks, curve.test, *branch, every, every * resolution / resolutions);
    }
    return marks;
}

}  // namespace

Figure fabric_figure(const FabricDescription& fabric)
{
    Figure figure;
    for (const KesTest test : kes_tests) {
        Plot plot = empty_diagram(fabric.name, test);
        const DrawnLoop warp = given_loop(fabric, test, Thread::warp), weft = given_loop(fabric, test, Thread::weft);
        const bool is_one = is_same(warp, weft);
        const auto add = [&](const std::string& name, const DrawnLoop& loop, int color) {
            Series up{.name = name + "loading", .color = color};
            Series down{.name = name + "unloading", .style = SeriesStyle::line_and_points, .color = color};
            add_branch(up, test, loop.loading);
            add_branch(down, test, loop.unloading);
            plot.series.push_back(up);
            plot.series.push_back(down);
        };
        add(is_one ? "" : "warp, ", warp, warp_colour);
        if (!is_one) add("weft, ", weft, weft_colour);
        figure.plots.push_back(plot);
    }
    return figure;
}

Figure kes_figure(const KesStudy& study)
{
    Figure figure;
    for (const KesTest test : kes_tests) {
        Plot plot = empty_diagram(study.fabric, test);
        std::vector<const KesCurve*> curves;
        for (const KesCurve& curve : study.curves)
            if (curve.test == test) curves.push_back(&curve);
        const bool is_one = curves.size() == 2 && is_same(curves[0]->given, curves[1]->given);
        for (const KesCurve* curve : curves) {
            if (is_one && curve->along == Thread::weft) continue;
            Series line{.name = is_one ? "as given" : std::string(name_of(curve->along)) + ", as given",
                        .color = curve->along == Thread::warp ? warp_colour : weft_colour};
            add_branch(line, test, curve->given.loading);
            std::vector<LoopPoint> back = curve->given.unloading;
            std::reverse(back.begin(), back.end());
            add_branch(line, test, back);
            plot.series.push_back(line);
        }
        for (std::size_t k = 0; k < study.cells.size(); ++k) {
            Series all{.name = fmt::format("drawn, {} cells", study.cells[k]),
                       .style = SeriesStyle::points,
                       .color = first_mark_colour + static_cast<int>(k)};
            for (const KesCurve* curve : curves) {
                const Series marks = marks_of(*curve, k, study.cells.size());
                all.xs.insert(all.xs.end(), marks.xs.begin(), marks.xs.end());
                all.ys.insert(all.ys.end(), marks.ys.begin(), marks.ys.end());
            }
            if (!all.xs.empty()) plot.series.push_back(all);
        }
        figure.plots.push_back(plot);
    }
    return figure;
}

}  // namespace tulle
