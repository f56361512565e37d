#pragma once
// What the Kawabata tests of a fabric found, for people and for programs: what came out beside what went in.

#include "study/fabric_lab/fabric_tests.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tulle {

/// A number that comes out further from what went in than this part of it is marked.
inline constexpr double kes_tolerance = 0.01;

struct KesRow {
    KesTest test;
    Thread along;
    KesNumber given;
    std::vector<std::optional<double>> drawn;  // SI, per resolution

    /// As a part of what went in; none where nothing came out, or nothing went in.
    [[nodiscard]] std::optional<double> difference(std::size_t resolution) const;
    [[nodiscard]] bool is_beyond(std::size_t resolution) const;
};

/// Tension, shear and bending; warp and weft of each.
[[nodiscard]] std::vector<KesRow> kes_rows(const KesStudy& study);

[[nodiscard]] std::string to_text(const KesStudy& study);
[[nodiscard]] std::string to_markdown(const KesStudy& study);
/// Every point of every loop, in SI units; those as given have no number of cells.
[[nodiscard]] std::string to_csv(const KesStudy& study);
[[nodiscard]] nlohmann::ordered_json to_json(const KesStudy& study);

}  // namespace tulle
