#include "study/spectrum/spectrum_report.hpp"

#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

constexpr double shown_decades = 1e-6;  // of the largest power: smaller values have the darkest colour

double strongest_frequency(std::span<const double> power, double step)
{
    if (power.size() < 2) return 0;
    return step * static_cast<double>(std::max_element(power.begin() + 1, power.end()) - power.begin());
}

/// Returns the n multiples 0, step, 2 step, ...
std::vector<double> multiples_of(double step, std::size_t n)
{
    std::vector<double> all;
    for (std::size_t r = 0; r < n; ++r) all.push_back(step * static_cast<double>(r));
    return all;
}

/// Replaces powers below the rounding error by NaN, so that they are not drawn. With mirrored continuation the power at
/// the highest frequency is zero except for rounding.
std::vector<double> above_rounding(std::vector<double> power)
{
    const double most = power.empty() ? 0 : std::ranges::max(power);
    for (double& one : power)
        if (one < 1e-20 * most) one = std::numeric_limits<double>::quiet_NaN();
    return power;
}

/// Returns an axis for `size` frequencies with frequency zero in the middle.
Axis frequency_axis(const std::string& side, int size, double step)
{
    const int below = size / 2;  // negative frequencies: one more than positive ones if size is even
    return {.label = "frequency along the " + side + " side",
            .unit = "1/m",
            .min = (-below - 0.5) * step,
            .max = (size - below - 0.5) * step};
}

}  // namespace

std::string to_text(const GridMotion& motion, const VelocitySpectrum& spectrum)
{
    const auto percent = [](double part) { return fmt::format("{:.3g} %", 100 * part); };
    const double finest = 2 * std::min(motion.spacing[0], motion.spacing[1]);
    std::string text =
        fmt::format("{}, {}: {} x {} particles {:.3g} m x {:.3g} m apart; {} frames from {:.4g} s to {:.4g} s\n\n",
                    motion.scene, motion.cloth, motion.particles[0], motion.particles[1], motion.spacing[0],
                    motion.spacing[1], motion.frames.size(), motion.times.front(), motion.times.back());
    text += fmt::format("mean square of the velocity  {:.4g} m^2/s^2\n", spectrum.mean_square);
    text += fmt::format("  of the cloth as a whole    {:>9}\n", percent(spectrum.rigid_part));
    text += fmt::format("  in waves of 4 spacings up  {:>9}\n", percent(spectrum.long_part));
    text += fmt::format("  in shorter ones            {:>9}\n", percent(spectrum.short_part));
    text += fmt::format("strongest over the cloth     {:.4g} waves per metre; the finest are {:.3g} m long\n",
                        strongest_frequency(spectrum.mean_rings, spectrum.ring_step), finest);
    text += fmt::format("strongest over time          {:.4g} Hz; frames show up to {:.4g} Hz in steps of {:.3g}\n",
                        strongest_frequency(spectrum.times, spectrum.time_step), motion.fps / 2, spectrum.time_step);
    return text;
}

nlohmann::ordered_json to_json(const GridMotion& motion, const VelocitySpectrum& spectrum)
{
    nlohmann::ordered_json json{
        {"scene", motion.scene},          {"cloth", motion.cloth},      {"particles", motion.particles},
        {"spacing_m", motion.spacing},    {"fps", motion.fps},          {"frames", motion.frames.size()},
        {"from_s", motion.times.front()}, {"to_s", motion.times.back()}};
    json["mean_square_m2_per_s2"] = spectrum.mean_square;
    json["parts"] = {
        {"whole", spectrum.rigid_part}, {"four_spacings_up", spectrum.long_part}, {"shorter", spectrum.short_part}};
    json["spatial"] = {{"step_per_m", spectrum.ring_step},
                       {"strongest_per_m", strongest_frequency(spectrum.mean_rings, spectrum.ring_step)},
                       {"power_m2_per_s2", spectrum.mean_rings}};
    json["temporal"] = {{"step_Hz", spectrum.time_step},
                        {"strongest_Hz", strongest_frequency(spectrum.times, spectrum.time_step)},
                        {"power_m2_per_s2", spectrum.times}};
    return json;
}

std::string space_time_csv(const GridMotion& motion)
{
    std::string text = "frame,time_s,particle,vx_m_per_s,vy_m_per_s,vz_m_per_s\n";
    for (std::size_t frame = 0; frame < motion.frames.size(); ++frame)
        for (std::size_t i = 0; i < motion.particle_count(); ++i) {
            const Vec3& v = motion.velocities[frame][i];
            // Runs store velocities as floats, so that more digits would mean nothing.
            text += fmt::format("{},{},{},{},{},{}\n", motion.frames[frame], motion.times[frame], i,
                                static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z()));
        }
    return text;
}

std::string plane_csv(const VelocitySpectrum& spectrum)
{
    Table table({"frequency_first_per_m", "frequency_second_per_m", "power_m2_per_s2"});
    const auto [nx, ny] = spectrum.size;
    const int middle_x = nx / 2, middle_y = ny / 2;
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            table.add_row({(i - middle_x) * spectrum.step[0], (j - middle_y) * spectrum.step[1],
                           spectrum.plane[static_cast<std::size_t>(i) +
                                          static_cast<std::size_t>(j) * static_cast<std::size_t>(nx)]});
    return to_csv(table);
}

std::string rings_csv(const GridMotion& motion, const VelocitySpectrum& spectrum)
{
    Table table({"frame", "time_s", "frequency_per_m", "power_m2_per_s2"});
    for (std::size_t frame = 0; frame < spectrum.rings.size(); ++frame)
        for (std::size_t r = 0; r < spectrum.rings[frame].size(); ++r)
            table.add_row({motion.frames[frame], motion.times[frame], static_cast<double>(r) * spectrum.ring_step,
                           spectrum.rings[frame][r]});
    return to_csv(table);
}

std::string times_csv(const VelocitySpectrum& spectrum)
{
    Table table({"frequency_Hz", "power_m2_per_s2"});
    for (std::size_t k = 0; k < spectrum.times.size(); ++k)
        table.add_row({static_cast<double>(k) * spectrum.time_step, spectrum.times[k]});
    return to_csv(table);
}

std::vector<std::array<std::uint8_t, 3>> velocity_colours(std::span<const Vec3> velocities, double fastest)
{
    std::vector<std::array<std::uint8_t, 3>> colours;
    colours.reserve(velocities.size());
    for (const Vec3& v : velocities) {
        std::array<std::uint8_t, 3>& colour = colours.emplace_back();
        for (int axis = 0; axis < 3; ++axis) {
            const double part = std::isfinite(v[axis]) ? std::clamp(v[axis] / fastest, -1.0, 1.0) : 1.0;
            colour[static_cast<std::size_t>(axis)] = static_cast<std::uint8_t>(std::lround(127.5 * (1 + part)));
        }
    }
    return colours;
}

double fastest_shown(const GridMotion& motion)
{
    std::vector<double> speeds;
    for (const std::vector<Vec3>& frame : motion.velocities)
        for (const Vec3& v : frame)
            for (int axis = 0; axis < 3; ++axis)
                if (std::isfinite(v[axis])) speeds.push_back(std::abs(v[axis]));
    if (speeds.empty()) return 1;
    const auto place = speeds.begin() + static_cast<std::ptrdiff_t>(0.99 * static_cast<double>(speeds.size() - 1));
    std::ranges::nth_element(speeds, place);
    if (!(*place > 0)) return 1;
    const double power = std::pow(10, std::floor(std::log10(*place)));
    for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (factor * power >= *place) return factor * power;
    return 10 * power;
}

std::string colours_note(double fastest)
{
    return fmt::format(
        "Colours are velocities: grey stands still; more red, green or blue moves towards +x, +y or +z (up), less the "
        "other way; to the full at {:g} m/s.",
        fastest);
}

Plot space_time_plot(const GridMotion& motion, double fastest)
{
    const double half = 0.5 / motion.fps;
    const auto frames = motion.frames.size(), particles = motion.particle_count();
    std::vector<Vec3> all;
    all.reserve(frames * particles);
    for (std::size_t i = 0; i < particles; ++i)
        for (std::size_t frame = 0; frame < frames; ++frame) all.push_back(motion.velocities[frame][i]);
    Plot plot{
        .title = "Velocity of every particle over time",
        .x = {.label = "time", .unit = "s", .min = motion.times.front() - half, .max = motion.times.back() + half},
        .y = {.label = "particle, row by row", .min = -0.5, .max = static_cast<double>(particles) - 0.5}};
    plot.image = PlotImage{.columns = static_cast<int>(frames),
                           .rows = static_cast<int>(particles),
                           .colours = velocity_colours(all, fastest)};
    return plot;
}

Plot plane_plot(const VelocitySpectrum& spectrum, double most)
{
    if (!(most > 0)) most = std::ranges::max(spectrum.plane);
    if (!(most > 0)) most = 1;  // nothing moves
    Plot plot{.x = frequency_axis("first", spectrum.size[0], spectrum.step[0]),
              .y = frequency_axis("second", spectrum.size[1], spectrum.step[1])};
    plot.image = PlotImage{
        .columns = spectrum.size[0],
        .rows = spectrum.size[1],
        .values = spectrum.plane,
        .scale = {
            .label = "power", .unit = "m^2/s^2", .scale = AxisScale::log, .min = shown_decades * most, .max = most}};
    return plot;
}

Plot rings_plot()
{
    return {.title = "Power over spatial frequency",
            .x = {.label = "frequency in any direction", .unit = "1/m"},
            .y = {.label = "power", .unit = "m^2/s^2", .scale = AxisScale::log}};
}

Plot times_plot()
{
    return {.title = "Power over temporal frequency",
            .x = {.label = "frequency", .unit = "Hz"},
            .y = {.label = "power", .unit = "m^2/s^2", .scale = AxisScale::log}};
}

Series rings_series(const VelocitySpectrum& spectrum)
{
    return {.xs = multiples_of(spectrum.ring_step, spectrum.mean_rings.size()),
            .ys = above_rounding(spectrum.mean_rings)};
}

Series times_series(const VelocitySpectrum& spectrum)
{
    return {.xs = multiples_of(spectrum.time_step, spectrum.times.size()), .ys = above_rounding(spectrum.times)};
}

Figure space_time_figure(const GridMotion& motion)
{
    const double fastest = fastest_shown(motion);
    Plot plot = space_time_plot(motion, fastest);
    plot.notes = {colours_note(fastest)};
    // Half a pixel of height per particle, unless the figure becomes too high.
    const int height = std::clamp(static_cast<int>(motion.particle_count() / 2) + 110, 420, 1400);
    return {.plots = {plot}, .width = 1060, .panel_height = height};
}

Figure plane_figure(const VelocitySpectrum& spectrum, const std::string& title)
{
    Plot plot = plane_plot(spectrum);
    plot.title = title;
    const double nx = spectrum.size[0] * spectrum.step[0], ny = spectrum.size[1] * spectrum.step[1];
    const int height = std::clamp(static_cast<int>(108 + 470 * ny / nx), 250, 1000);
    return {.plots = {plot}, .width = 704, .panel_height = height};
}

Figure power_figure(const VelocitySpectrum& spectrum)
{
    Plot rings = rings_plot(), times = times_plot();
    rings.series = {rings_series(spectrum)};
    times.series = {times_series(spectrum)};
    rings.legend = times.legend = LegendPlace::none;
    return {.plots = {rings, times}};
}

}  // namespace tulle
