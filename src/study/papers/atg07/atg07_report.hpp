#pragma once
// Report of the reproduction of ATG07: the paper's claims beside Tulle's results, as text, Markdown, CSV, JSON and
// pictures.

#include "plot/plot.hpp"
#include "study/papers/atg07/atg07.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tulle {

/// Returns one line with the settings that the paper leaves open.
[[nodiscard]] std::string choices_text(const Atg07Result& result);

/// "1e6"
[[nodiscard]] std::string k0_text(double k0);

/// A claim of the paper and Tulle's result. Claims without a result yet are left out.
struct Atg07Claim {
    std::string of_paper, of_tulle;
};
[[nodiscard]] std::vector<Atg07Claim> atg07_claims(const Atg07Result& result);

/// Returns the time of a method over that of another method in the same row; none if one of them did not reach the end.
[[nodiscard]] std::optional<double> time_ratio(const Atg07Row& row, std::string_view method, std::string_view other);

/// Return the whole report, figure by figure.
[[nodiscard]] std::string to_markdown(const Atg07Result& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Atg07Result& result);

/// Return numbers as CSV: Figure 5's power over spatial and temporal frequency, Figure 6, section 7.1 and Figure 8.
[[nodiscard]] std::string spectra_csv(const Atg07Result& result);
[[nodiscard]] std::string steps_csv(const Atg07Result& result);
[[nodiscard]] std::string held_csv(const Atg07Result& result);
[[nodiscard]] std::string times_csv(const Atg07Result& result);

/// Velocities over time, in three panels.
[[nodiscard]] Figure atg07_figure_4(const Atg07Result& result);
/// Velocities over the cloth in one frame (above) and their spectra (below).
[[nodiscard]] Figure atg07_figure_5(const Atg07Result& result);
/// Power of the three methods over spatial and over temporal frequency.
[[nodiscard]] Figure atg07_power_figure(const Atg07Result& result);
[[nodiscard]] Figure atg07_figure_6(const Atg07Result& result);
[[nodiscard]] Figure atg07_figure_8(const Atg07Result& result);

}  // namespace tulle
