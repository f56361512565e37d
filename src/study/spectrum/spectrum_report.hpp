#pragma once
// Report of the velocity spectra of a cloth: text, CSV, JSON, and pictures like ATG07's Figures 4 and 5.

#include "plot/plot.hpp"
#include "study/spectrum/spectrum.hpp"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

namespace tulle {

[[nodiscard]] std::string to_text(const GridMotion& motion, const VelocitySpectrum& spectrum);
[[nodiscard]] nlohmann::ordered_json to_json(const GridMotion& motion, const VelocitySpectrum& spectrum);

/// Returns a row per frame and particle.
[[nodiscard]] std::string space_time_csv(const GridMotion& motion);
/// Returns a row per pair of frequencies along the two sides.
[[nodiscard]] std::string plane_csv(const VelocitySpectrum& spectrum);
/// Returns a row per frame and spatial frequency.
[[nodiscard]] std::string rings_csv(const GridMotion& motion, const VelocitySpectrum& spectrum);
/// Returns a row per temporal frequency.
[[nodiscard]] std::string times_csv(const VelocitySpectrum& spectrum);

/// Returns velocities as colours: x is red, y green, z blue. Medium grey is zero velocity, and a channel reaches its
/// largest or smallest value at +`fastest` or -`fastest` [m/s].
[[nodiscard]] std::vector<std::array<std::uint8_t, 3>> velocity_colours(std::span<const Vec3> velocities,
                                                                        double fastest);
/// Returns a round number [m/s] that 99 % of all velocity components do not exceed in magnitude.
[[nodiscard]] double fastest_shown(const GridMotion& motion);
/// Returns a sentence that explains the colours.
[[nodiscard]] std::string colours_note(double fastest);

/// Returns the velocities of particles over time, as in ATG07 Figure 4. Particles are ordered by rows of the grid, with
/// the first row at the bottom.
[[nodiscard]] Plot space_time_plot(const GridMotion& motion, double fastest);
/// Returns the power over both spatial frequencies, as in ATG07 Figure 5. `most` [m^2/s^2] has the lightest colour; 0
/// means the largest power.
[[nodiscard]] Plot plane_plot(const VelocitySpectrum& spectrum, double most = 0);
/// The power over the magnitude of the spatial frequency (rings), and over temporal frequency (times).
[[nodiscard]] Plot rings_plot();
[[nodiscard]] Plot times_plot();
[[nodiscard]] Series rings_series(const VelocitySpectrum& spectrum);
[[nodiscard]] Series times_series(const VelocitySpectrum& spectrum);

[[nodiscard]] Figure space_time_figure(const GridMotion& motion);
[[nodiscard]] Figure plane_figure(const VelocitySpectrum& spectrum, const std::string& title);
[[nodiscard]] Figure power_figure(const VelocitySpectrum& spectrum);

}  // namespace tulle
