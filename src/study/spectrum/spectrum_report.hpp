#pragma once
// The waves of a cloth's velocity for people and programs: text, CSV, JSON, and pictures like ATG07's figures 4 and 5.

#include "plot/plot.hpp"
#include "study/spectrum/spectrum.hpp"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

namespace tulle {

[[nodiscard]] std::string to_text(const GridMotion& motion, const VelocitySpectrum& spectrum);
[[nodiscard]] nlohmann::ordered_json to_json(const GridMotion& motion, const VelocitySpectrum& spectrum);

/// A row per frame and particle.
[[nodiscard]] std::string space_time_csv(const GridMotion& motion);
/// A row per pair of frequencies along the sides.
[[nodiscard]] std::string plane_csv(const VelocitySpectrum& spectrum);
/// A row per frame and spatial frequency.
[[nodiscard]] std::string rings_csv(const GridMotion& motion, const VelocitySpectrum& spectrum);
/// A row per temporal frequency.
[[nodiscard]] std::string times_csv(const VelocitySpectrum& spectrum);

/// Velocities as colours: x is red, y green, z blue; a medium grey stands still, and a channel is at its end at
/// `fastest` [m/s] one way or the other.
[[nodiscard]] std::vector<std::array<std::uint8_t, 3>> velocity_colours(std::span<const Vec3> velocities,
                                                                        double fastest);
/// A round speed [m/s] that 99 of a hundred components stay below.
[[nodiscard]] double fastest_shown(const GridMotion& motion);
/// What the colours mean, in words.
[[nodiscard]] std::string colours_note(double fastest);

/// Particles over time, ATG07 Figure 4: row by row of the grid, the first of them below.
[[nodiscard]] Plot space_time_plot(const GridMotion& motion, double fastest);
/// Power over both spatial frequencies, ATG07 Figure 5; `most` [m^2/s^2] has the lightest colour, the largest power
/// when it is 0.
[[nodiscard]] Plot plane_plot(const VelocitySpectrum& spectrum, double most = 0);
/// Likewise over the spatial frequency of any direction, and over temporal frequency.
[[nodiscard]] Plot rings_plot();
[[nodiscard]] Plot times_plot();
[[nodiscard]] Series rings_series(const VelocitySpectrum& spectrum);
[[nodiscard]] Series times_series(const VelocitySpectrum& spectrum);

[[nodiscard]] Figure space_time_figure(const GridMotion& motion);
[[nodiscard]] Figure plane_figure(const VelocitySpectrum& spectrum, const std::string& title);
[[nodiscard]] Figure power_figure(const VelocitySpectrum& spectrum);

}  // namespace tulle
