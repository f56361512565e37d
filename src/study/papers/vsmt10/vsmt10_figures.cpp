// VSMT10's figures as pictures: implements a part of vsmt10_report.hpp.

#include "study/papers/vsmt10/vsmt10_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tulle {
namespace {

constexpr double least_swing = 1e-6, most_swing = 1e3;  // mm, range of the axis; smaller swings are rounding errors

/// Returns the panel of spring curves from `low` to `high` rest lengths.
Plot curve_panel(const Vsmt10Result& result, bool is_tension, double low, double high)
{
    Plot plot{.x = {.label = "length, in rest lengths", .min = low, .max = high}};
    for (const Vsmt10Curve& curve : result.curves) {
        Series series{.name = curve.name()};
        series.xs = curve.lengths;
        series.ys = is_tension ? curve.tensions : curve.stiffness;
        plot.series.push_back(std::move(series));
    }
    return plot;
}

/// Adds lines of the mean stretch over K1/K (`over_factor`) or over a1. `is_shown` selects the results, and `group`
/// names the line of a result.
template <class Shown, class Group>
void add_hung_lines(Plot& plot, const Vsmt10Result& result, bool over_factor, const Shown& is_shown, const Group& group)
{
    for (const Vsmt10Hung& one : result.hung) {
        if (one.material != Vsmt10Material::cubic || !is_shown(one)) continue;
        const std::string name = group(one);
        auto line = std::ranges::find(plot.series, name, &Series::name);
        if (line == plot.series.end())
            line = plot.series.insert(line, Series{.name = name, .style = SeriesStyle::line_and_points});
        line->xs.push_back(over_factor ? one.factor : one.stretched);
        line->ys.push_back(100 * one.mean_stretch);
    }
}

/// Returns the largest stretch over time, with a panel for every experiment of a figure.
Figure load_figure(const Vsmt10Result& result, int figure)
{
    Figure all{.width = 900, .panel_height = 330};
    for (const Vsmt10Experiment experiment : result.options.loads.experiments) {
        if (figure_of(experiment) != figure) continue;
        Plot plot{.title = "A " + std::string(name_of(experiment)),
                  .x = {.label = "time", .unit = "s", .min = 0},
                  .y = {.label = "largest stretch", .unit = "%", .min = 0}};
        for (const Vsmt10Load& one : result.loads) {
            if (one.experiment != experiment) continue;
            Series series{.name = std::string(name_of(one.material)), .xs = one.times};
            for (const double stretch : one.largest) series.ys.push_back(100 * stretch);
            plot.series.push_back(std::move(series));
            if (one.status != SweepRunStatus::ok)
                plot.notes.push_back(
                    fmt::format("{} {} at {:.2f} s", name_of(one.material), name_of(one.status), one.time));
        }
        if (!plot.series.empty()) all.plots.push_back(std::move(plot));
    }
    return all;
}

}  // namespace

Figure vsmt10_figure_1(const Vsmt10Result& result)
{
    Plot plot = curve_panel(result, false, 0.6, 1.4);
    plot.title = "Stiffness of springs over their length";
    plot.y = {.label = "stiffness, over that at rest", .min = 0, .max = 40};
    return {.plots = {plot}, .width = 900, .panel_height = 400};
}

Figure vsmt10_figure_2(const Vsmt10Result& result)
{
    Plot whole = curve_panel(result, true, 0, 2);
    whole.title = "Tension of springs over their length";
    whole.y = {.label = "tension", .unit = "K L", .min = -3, .max = 3};
    Plot near = curve_panel(result, true, 0.85, 1.15);
    near.title = "Around rest";
    near.y = {.label = "tension", .unit = "K L", .min = -0.4, .max = 0.4};
    return {.plots = {whole, near}, .width = 900, .panel_height = 380};
}

Figure vsmt10_figure_3(const Vsmt10Result& result)
{
    Figure figure{.width = 900, .panel_height = 330};
    for (const Vsmt10Solve& solve : result.options.lattice.solves) {
        // The figure shows the paper's solve and the converged linear solve; the tables contain all solves.
        if (solve.is_newton || (solve.iterations && !(solve == result.options.lattice.solves[0]))) continue;
        Plot plot{.x = {.label = "time", .unit = "s", .min = 0, .max = result.options.lattice.duration},
                  .y = {.label = "swing out of the plane",
                        .unit = "mm",
                        .scale = AxisScale::log,
                        .min = least_swing,
                        .max = most_swing}};
        for (const Vsmt10Pull& one : result.pulls) {
            if (one.side != result.options.lattice.sides[0] || !(one.solve == solve)) continue;
            const bool is_cubic = one.material == Vsmt10Material::cubic;
            Series series{.name = fmt::format("{}{}", is_cubic ? "" : fmt::format("{}, ", name_of(one.material)),
                                              name_of(one.treatment)),
                          .xs = one.times};
            for (const double amplitude : one.amplitudes) series.ys.push_back(std::max(least_swing, 1000 * amplitude));
            plot.series.push_back(std::move(series));
        }
        const int side = result.options.lattice.sides[0];
        plot.title = fmt::format(
            "{} x {} particles, {}", side, side,
            solve.iterations ? solve.name() + " of conjugate gradients a step" : "linear systems solved to the end");
        figure.plots.push_back(std::move(plot));
    }
    if (!figure.plots.empty()) figure.plots[0].notes = {"Cubic springs where no others are named."};
    return figure;
}

Figure vsmt10_figure_4(const Vsmt10Result& result) { return load_figure(result, 4); }

Figure vsmt10_figure_5(const Vsmt10Result& result) { return load_figure(result, 5); }

Figure vsmt10_figure_6(const Vsmt10Result& result)
{
    Figure figure{.width = 900, .panel_height = 300};
    const auto add = [&](const std::string& title, const auto& is_shown) {
        Plot plot{.title = title,
                  .x = {.label = "time", .unit = "s", .min = 0},
                  .y = {.label = "height, over that at rest", .min = -0.4, .max = 1.2}};
        for (const Vsmt10Press& one : result.pressed) {
            if (!is_shown(one)) continue;
            plot.series.push_back({.name = std::string(name_of(one.material)), .xs = one.times, .ys = one.heights});
            if (one.status != SweepRunStatus::ok)
                plot.notes.push_back(
                    fmt::format("{} {} at {:.2f} s", name_of(one.material), name_of(one.status), one.time));
        }
        if (!plot.series.empty()) figure.plots.push_back(std::move(plot));
    };
    const std::vector<double>& speeds = result.options.press.speeds;
    const double slowest = *std::ranges::min_element(speeds), fastest = *std::ranges::max_element(speeds);
    const auto is_under_cube = [](const Vsmt10Press& one, double speed) {
        return one.weight == Vsmt10Weight::cube && one.speed == speed;
    };
    add("A cube lies on the solid; steps solved", [&](const Vsmt10Press& one) { return is_under_cube(one, slowest); });
    if (fastest > slowest)
        add(fmt::format("The cube comes at {:g} m/s; steps solved", fastest),
            [&](const Vsmt10Press& one) { return is_under_cube(one, fastest); });
    add("Its mass in the topmost layer; two iterations a step, damped Jacobian",
        [](const Vsmt10Press& one) { return !one.solve.is_newton && one.treatment == JacobianTreatment::damped; });
    return figure;
}

Figure vsmt10_figure_7(const Vsmt10Result& result)
{
    Figure figure{.width = 900, .panel_height = 330};
    std::vector<int> iterations;
    for (const Vsmt10TimeRow& row : result.times)
        if (std::ranges::find(iterations, row.iterations) == iterations.end()) iterations.push_back(row.iterations);
    for (const int count : iterations) {
        Plot plot{.title = fmt::format("Time of a step, {} iterations of conjugate gradients", count),
                  .x = {.label = "particles", .scale = AxisScale::log},
                  .y = {.label = "time, over that of linear springs", .min = 0}};
        for (const Vsmt10Material material : vsmt10_materials) {
            Series series{.name = std::string(name_of(material)), .style = SeriesStyle::line_and_points};
            for (const Vsmt10TimeRow& row : result.times)
                for (const Vsmt10Timed& one : row.materials)
                    if (row.iterations == count && one.material == material) {
                        series.xs.push_back(row.particles());
                        series.ys.push_back(one.relative);
                    }
            plot.series.push_back(std::move(series));
        }
        figure.plots.push_back(std::move(plot));
    }
    return figure;
}

Figure vsmt10_figure_8(const Vsmt10Result& result)
{
    const Vsmt10HangingOptions& options = result.options.hanging;
    const Axis mean{.label = "mean stretch", .unit = "%", .min = 0};
    Plot over_factor{.title = fmt::format("Over the stiffness at a1, K = {:g} N/m", options.stiffness),
                     .x = {.label = "K1/K", .min = 0},
                     .y = mean};
    add_hung_lines(
        over_factor, result, true, [&](const Vsmt10Hung& one) { return one.stiffness == options.stiffness; },
        [](const Vsmt10Hung& one) { return fmt::format("a1 = {:g}", one.stretched); });
    Plot over_length{.title = fmt::format("Over a1, K = {:g} N/m", options.stiffness), .x = {.label = "a1"}, .y = mean};
    add_hung_lines(
        over_length, result, false, [&](const Vsmt10Hung& one) { return one.stiffness == options.stiffness; },
        [](const Vsmt10Hung& one) { return fmt::format("K1 = {:g} K", one.factor); });
    Plot over_stiffness{.title = "Over a1, K1 = 6 K", .x = {.label = "a1"}, .y = mean};
    over_stiffness.y.scale = AxisScale::log;
    over_stiffness.y.min.reset();
    add_hung_lines(
        over_stiffness, result, false, [](const Vsmt10Hung& one) { return one.factor == 6; },
        [](const Vsmt10Hung& one) { return fmt::format("K = {:g} N/m", one.stiffness); });
    for (const Vsmt10Hung& one : result.hung)
        if (one.material == Vsmt10Material::linear && one.stiffness == options.stiffness)
            over_factor.notes = {fmt::format("Linear springs: {:.3g} %.", 100 * one.mean_stretch)};
    return {.plots = {over_factor, over_length, over_stiffness}, .width = 900, .panel_height = 330};
}

}  // namespace tulle
