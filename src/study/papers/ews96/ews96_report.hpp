#pragma once
// Report of the reproduction of EWS96: the paper's numbers beside Tulle's, as text, CSV, Markdown and JSON.

#include "plot/plot.hpp"
#include "study/papers/ews96/ews96.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <string>
#include <string_view>

namespace tulle {

/// Distance from the particles of cash-karp below which shapes look alike: root mean square, relative to the side of
/// the cloth.
inline constexpr double ews96_alike = 0.02;

/// Table 1: operations for the force on a particle with four neighbours. Tulle's are counted by tools/derive_angles.py.
struct Ews96Operations {
    std::string_view name;
    int additions, multiplications, divisions, functions;
};
[[nodiscard]] std::span<const Ews96Operations> ews96_operations();

/// Returns the fastest run of Tulle's methods that reached the end and looks alike; null if there is none. The pointer
/// is valid while the row lives.
[[nodiscard]] const Ews96Run* fastest_alike(const Ews96RowResult& result);

/// Returns the run of a method; null if it is missing. The pointer is valid while the row lives.
[[nodiscard]] const Ews96Run* run_of(const Ews96RowResult& result, std::string_view method);

/// Seconds per call of force, history and contact, from their shares of the time.
struct Ews96Calls {
    double force = 0, history = 0, contact = 0;
};
[[nodiscard]] Ews96Calls calls_of(const Ews96Run& run);

/// Returns one line with the settings that the paper leaves open.
[[nodiscard]] std::string choices_text(const Ews96Result& result);

/// Returns a line per row, for a terminal.
[[nodiscard]] std::string summary_table(const Ews96Result& result);

/// Returns the whole report, table by table.
[[nodiscard]] std::string to_markdown(const Ews96Result& result);

/// Returns a row per run and frame.
[[nodiscard]] std::string to_csv(const Ews96Result& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Ews96Result& result);

/// Returns a panel per row: processor time of every frame.
[[nodiscard]] Figure ews96_figure(const Ews96Result& result);

}  // namespace tulle
