// ATG07's figures as pictures: implements a part of atg07_report.hpp.

#include "study/papers/atg07/atg07_report.hpp"
#include "study/spectrum/spectrum_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// Returns the velocity scale [m/s] of all panels: that of the implicit method, which is the second. With the scale of
/// a faster motion the slow motions would look grey.
double shared_fastest(const Atg07Result& result)
{
    double fastest = 0;
    for (const Atg07Motion& one : result.motions)
        if (!one.method.is_explicit) fastest = std::max(fastest, fastest_shown(one.motion));
    return fastest > 0 ? fastest : 1;
}

/// Returns the velocities of one frame over the cloth.
Plot cloth_plot(const GridMotion& motion, std::size_t frame, double fastest)
{
    const auto [nx, ny] = motion.particles;
    Plot plot{.x = {.label = "particle along the first side", .min = -0.5, .max = nx - 0.5},
              .y = {.label = "particle along the second side", .min = -0.5, .max = ny - 0.5}};
    plot.image = PlotImage{.columns = nx, .rows = ny, .colours = velocity_colours(motion.velocities[frame], fastest)};
    return plot;
}

std::string capital(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

Plot times_panel(const std::string& title, const Axis& x, const std::vector<Atg07Row>& rows, bool over_k0)
{
    Plot plot{.title = title,
              .x = x,
              .y = {.label = "processor time per simulated second", .unit = "s", .scale = AxisScale::log}};
    for (const Atg07Method& method : atg07_timed_methods()) {
        // There are eight line styles for nine methods: the second IMEX method has the colour of the first, without
        // markers.
        const bool is_ninth = method.update == UpdateKind::none;
        Series series{.name = method.name, .style = is_ninth ? SeriesStyle::line : SeriesStyle::line_and_points};
        if (is_ninth) series.color = 7;
        for (const Atg07Row& row : rows)
            for (const Atg07Timed& one : row.methods)
                if (std::string_view(one.method.name) == method.name && one.status == SweepRunStatus::ok) {
                    series.xs.push_back(over_k0 ? row.k0 : row.particles());
                    series.ys.push_back(one.seconds_per_second());
                }
        plot.series.push_back(std::move(series));
    }
    for (const Atg07Row& row : rows)
        for (const Atg07Timed& one : row.methods)
            if (one.status != SweepRunStatus::ok)
                plot.notes.push_back(fmt::format("{} {} at {:.2f} s: {} particles, k0 = {}/s²", one.method.name,
                                                 name_of(one.status), one.time, row.particles(), k0_text(row.k0)));
    return plot;
}

}  // namespace

Figure atg07_figure_4(const Atg07Result& result)
{
    const double fastest = shared_fastest(result);
    Figure figure{.width = 1060, .panel_height = 400};
    for (const Atg07Motion& one : result.motions) {
        Plot plot = space_time_plot(one.motion, fastest);
        plot.title = fmt::format("{}, steps of {:.3g} ms", capital(one.method.name), 1000 * one.dt);
        figure.plots.push_back(std::move(plot));
    }
    figure.plots.back().notes = {colours_note(fastest)};
    return figure;
}

Figure atg07_figure_5(const Atg07Result& result)
{
    const double fastest = shared_fastest(result);
    Figure figure{.width = 1548, .panel_height = 390, .columns = static_cast<int>(result.motions.size())};
    double most = 0;
    for (const Atg07Motion& one : result.motions) most = std::max(most, std::ranges::max(one.shown.plane));
    for (const Atg07Motion& one : result.motions) {
        const auto wanted = static_cast<std::size_t>(std::lround(result.options.shown * result.options.fps));
        const std::size_t frame = std::min(wanted, one.motion.frames.size() - 1);
        Plot plot = cloth_plot(one.motion, frame, fastest);
        plot.title = fmt::format("{}, {:.4g} s", capital(one.method.name), one.motion.times[frame]);
        figure.plots.push_back(std::move(plot));
    }
    figure.plots[0].notes = {colours_note(fastest)};
    for (const Atg07Motion& one : result.motions) {
        Plot plot = plane_plot(one.shown, most);
        plot.title = "Its spectrum";
        figure.plots.push_back(std::move(plot));
    }
    return figure;
}

Figure atg07_power_figure(const Atg07Result& result)
{
    Plot rings = rings_plot(), times = times_plot();
    for (const Atg07Motion& one : result.motions) {
        Series over_space = rings_series(one.spectrum), over_time = times_series(one.spectrum);
        over_space.name = over_time.name = one.method.name;
        rings.series.push_back(std::move(over_space));
        times.series.push_back(std::move(over_time));
    }
    return {.plots = {rings, times}, .width = 1000};
}

Figure atg07_figure_6(const Atg07Result& result)
{
    Plot plot{.title = "Longest step of symplectic Euler with a filter",
              .x = {.label = "lambda", .min = 0},
              .y = {.label = "longest step, relative to no filter"}};
    const auto add = [&](FilterKind kind, bool is_paper, const std::string& name) {
        Series series{.name = name, .style = SeriesStyle::line_and_points};
        for (const Atg07FilteredStep& one : result.steps)
            if (one.kind == kind) {
                series.xs.push_back(one.lambda);
                series.ys.push_back(is_paper ? one.paper : one.truth);
            }
        plot.series.push_back(std::move(series));
    };
    add(FilterKind::plain, true, "plain, by ATG07");
    add(FilterKind::plain, false, "plain, true");
    add(FilterKind::averaged, true, "averaged, by ATG07");
    add(FilterKind::averaged, false, "averaged, true");
    plot.notes = {"0: no step is stable, as the filter turns the velocity of some waves around."};
    return {.plots = {plot}, .width = 900, .panel_height = 420};
}

Figure atg07_figure_8(const Atg07Result& result)
{
    const Atg07Choices& choices = result.options.choices;
    Figure figure{.width = 1060, .panel_height = 430};
    figure.plots.push_back(times_panel(fmt::format("Time over particles, k0 = {}/s²", k0_text(choices.k0)),
                                       {.label = "particles", .scale = AxisScale::log}, result.particles, false));
    figure.plots.push_back(times_panel(fmt::format("Time over stiffness, {} particles", choices.side * choices.side),
                                       {.label = "k0, largest eigenvalue", .unit = "1/s^2", .scale = AxisScale::log},
                                       result.stiffnesses, true));
    return figure;
}

}  // namespace tulle
