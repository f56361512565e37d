#pragma once
// What came of ATG07's figures: its claims beside ours, as text, Markdown, CSV, JSON and pictures.

#include "plot/plot.hpp"
#include "study/papers/atg07/atg07.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tulle {

/// One line of the settings that the paper leaves open.
[[nodiscard]] std::string choices_text(const Atg07Result& result);

/// "1e6"
[[nodiscard]] std::string k0_text(double k0);

/// What the paper says, and what comes out, a line each; what has not been run yet is left out.
struct Atg07Claim {
    std::string theirs, ours;
};
[[nodiscard]] std::vector<Atg07Claim> atg07_claims(const Atg07Result& result);

/// Time of a way over that of another in the same row; none where either did not reach the end.
[[nodiscard]] std::optional<double> time_ratio(const Atg07Row& row, std::string_view way, std::string_view other);

/// Everything, figure by figure.
[[nodiscard]] std::string to_markdown(const Atg07Result& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Atg07Result& result);

/// Figure 5's power over spatial and temporal frequency, Figure 6, section 7.1 and Figure 8, a row each.
[[nodiscard]] std::string spectra_csv(const Atg07Result& result);
[[nodiscard]] std::string steps_csv(const Atg07Result& result);
[[nodiscard]] std::string held_csv(const Atg07Result& result);
[[nodiscard]] std::string times_csv(const Atg07Result& result);

/// Velocities over time, three panels.
[[nodiscard]] Figure atg07_figure_4(const Atg07Result& result);
/// Above the velocities over the cloth in one frame, below their spectra.
[[nodiscard]] Figure atg07_figure_5(const Atg07Result& result);
/// Power of the three over spatial and over temporal frequency.
[[nodiscard]] Figure atg07_power_figure(const Atg07Result& result);
[[nodiscard]] Figure atg07_figure_6(const Atg07Result& result);
[[nodiscard]] Figure atg07_figure_8(const Atg07Result& result);

}  // namespace tulle
