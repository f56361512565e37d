#pragma once
// What is known of a fabric, on one page: every number in KES and SI units, how certain it is, and where it comes from.

#include "study/fabric_lab/given_loops.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace tulle {

struct CardNumber {
    KesNumber number;
    std::optional<Certainty> certainty{};          // none: the file does not have it
    std::optional<std::array<double, 2>> range{};  // SI, that it was taken from; none where that is of something else
    int source = -1;                               // in the card's list
};

struct CardGroup {
    std::string title;  // empty, "warp", "weft", "shear"
    std::vector<CardNumber> numbers;
};

struct FabricCard {
    std::string name;
    std::vector<CardGroup> groups;
    std::vector<std::string> sources;        // texts, in the order in which numbers refer to them
    std::array<double, 2> bending_length{};  // m, warp and weft: (B / W g)^(1/3), of a strip without hysteresis
    bool is_balanced = false;                // the weft is as the warp
};

/// `units` are those of the file's plain numbers, and so of the ranges in its sources.
[[nodiscard]] FabricCard fabric_card(const FabricDescription& fabric, UnitSystem units);

[[nodiscard]] std::string to_text(const FabricCard& card);
[[nodiscard]] nlohmann::ordered_json to_json(const FabricCard& card);

/// (B / W g)^(1/3) [m] of a rigidity [N m] and a mass per area [kg/m^2].
[[nodiscard]] double bending_length_of(double rigidity, double areal_density);

}  // namespace tulle
