#pragma once
// Data sheet of a fabric on one page: every number in KES (Kawabata) and SI units, with its certainty and source.

#include "study/fabric_lab/given_loops.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace tulle {

struct CardNumber {
    KesNumber number;
    std::optional<Certainty> certainty{};          // none: not in the file
    std::optional<std::array<double, 2>> range{};  // SI, range in the source; none if the source gives another quantity
    int source = -1;                               // index in the card's list; -1: none
};

struct CardGroup {
    std::string title;  // empty, "warp", "weft", "shear"
    std::vector<CardNumber> numbers;
};

struct FabricCard {
    std::string name;
    std::vector<CardGroup> groups;
    std::vector<std::string> sources;        // texts, in the order of first reference
    std::array<double, 2> bending_length{};  // m, warp and weft: (B / W g)^(1/3), without hysteresis
    bool is_balanced = false;                // warp and weft are equal
};

/// Returns the card of a fabric. `units` are the units of plain numbers in the fabric file, and so of the ranges in its
/// sources.
[[nodiscard]] FabricCard fabric_card(const FabricDescription& fabric, UnitSystem units);

[[nodiscard]] std::string to_text(const FabricCard& card);
[[nodiscard]] nlohmann::ordered_json to_json(const FabricCard& card);

/// Returns the bending length (B / W g)^(1/3) [m] from a rigidity [N m] and a mass per area [kg/m^2].
[[nodiscard]] double bending_length_of(double rigidity, double areal_density);

}  // namespace tulle
