#pragma once
// Report of the simulated Kawabata tests of a fabric: measured numbers beside the given numbers, as text, Markdown, CSV
// and JSON.

#include "study/fabric_lab/fabric_tests.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tulle {

/// Relative difference between measured and given number above which the number is marked.
inline constexpr double kes_tolerance = 0.01;

struct KesRow {
    KesTest test;
    Thread along;
    KesNumber given;
    std::vector<std::optional<double>> drawn;  // SI, per resolution

    /// Returns the relative difference between measured and given number; none if the test failed or the given number
    /// is zero.
    [[nodiscard]] std::optional<double> difference(std::size_t resolution) const;
    [[nodiscard]] bool is_beyond(std::size_t resolution) const;
};

/// Returns rows for tension, shear and bending, for warp and weft each.
[[nodiscard]] std::vector<KesRow> kes_rows(const KesStudy& study);

[[nodiscard]] std::string to_text(const KesStudy& study);
[[nodiscard]] std::string to_markdown(const KesStudy& study);
/// Returns a row per point of every loop, in SI units; the number of cells is empty for given loops.
[[nodiscard]] std::string to_csv(const KesStudy& study);
[[nodiscard]] nlohmann::ordered_json to_json(const KesStudy& study);

}  // namespace tulle
