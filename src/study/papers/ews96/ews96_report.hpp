#pragma once
// What came of EWS96's examples: theirs beside ours, as text, CSV, Markdown and JSON.

#include "plot/plot.hpp"
#include "study/papers/ews96/ews96.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <string>
#include <string_view>

namespace tulle {

/// Shapes whose particles are as near as this to those of cash-karp look alike: root mean square, as a part of the
/// cloth's side.
inline constexpr double ews96_alike = 0.02;

/// Table 1: operations for the force on a particle with four neighbours. Ours are what tools/derive_angles.py counts.
struct Ews96Operations {
    std::string_view name;
    int additions, multiplications, divisions, functions;
};
[[nodiscard]] std::span<const Ews96Operations> ews96_operations();

/// Our fastest run that reached the end and looks alike; none where there is none. Valid while the row lives.
[[nodiscard]] const Ews96Run* fastest_alike(const Ews96RowResult& result);

/// One of the paper's methods; none where it is missing.
[[nodiscard]] const Ews96Run* run_of(const Ews96RowResult& result, std::string_view way);

/// Seconds of one call, from the share that all of them take.
struct Ews96Calls {
    double force = 0, history = 0, contact = 0;
};
[[nodiscard]] Ews96Calls calls_of(const Ews96Run& run);

/// One line of the settings that the paper leaves open.
[[nodiscard]] std::string choices_text(const Ews96Result& result);

/// A line per row, for a terminal.
[[nodiscard]] std::string summary_table(const Ews96Result& result);

/// Everything, table by table.
[[nodiscard]] std::string to_markdown(const Ews96Result& result);

/// A row per run and frame.
[[nodiscard]] std::string to_csv(const Ews96Result& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Ews96Result& result);

/// A panel per row: processor time of every frame.
[[nodiscard]] Figure ews96_figure(const Ews96Result& result);

}  // namespace tulle
