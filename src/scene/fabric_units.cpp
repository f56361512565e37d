#include "scene/fabric_units.hpp"

#include "simulation/scene_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr double gram_force = 9.80665e-3;                                    // N
constexpr double gram_force_per_cm = 0.980665;                               // N/m
constexpr double one_degree = std::numbers::pi / 180.0;                      // rad
constexpr double gram_force_per_cm_degree = gram_force_per_cm / one_degree;  // N/(m rad)
constexpr double gram_force_cm = 9.80665e-5;                                 // N m
constexpr auto of_kes = UnitSystem::kes;
constexpr auto of_si = UnitSystem::si;

constexpr std::array pure_units{Unit{"", 1.0}, Unit{"", 1.0}};
constexpr std::array mass_units{Unit{"mg/cm^2", 0.01, of_kes}, Unit{"kg/m^2", 1.0, of_si}, Unit{"g/m^2", 1e-3}};
constexpr std::array length_units{Unit{"mm", 1e-3}, Unit{"m", 1.0, of_si}, Unit{"um", 1e-6}};
constexpr std::array part_units{Unit{"%", 0.01}, Unit{"", 1.0}};
constexpr std::array tension_units{Unit{"gf/cm", gram_force_per_cm, of_kes}, Unit{"N/m", 1.0, of_si},
                                   Unit{"N/cm", 100.0, of_si}, Unit{"cN/cm", 1.0, of_si}};
constexpr std::array work_units{Unit{"gf cm/cm^2", gram_force_per_cm, of_kes}, Unit{"J/m^2", 1.0, of_si},
                                Unit{"N m/m^2", 1.0, of_si}, Unit{"cN cm/cm^2", 1.0, of_si}};
constexpr std::array tension_slope_units{Unit{"gf/(cm %)", 100.0 * gram_force_per_cm, of_kes}, Unit{"N/m", 1.0, of_si}};
constexpr std::array angle_units{Unit{"deg", one_degree}, Unit{"rad", 1.0, of_si}};
constexpr std::array shear_units{Unit{"gf/(cm deg)", gram_force_per_cm_degree, of_kes}, Unit{"N/(m rad)", 1.0, of_si},
                                 Unit{"N/(m deg)", 1.0 / one_degree, of_si}, Unit{"N/m", 1.0, of_si}};
constexpr std::array curvature_units{Unit{"1/cm", 100.0, of_kes}, Unit{"1/m", 1.0, of_si}};
constexpr std::array moment_units{Unit{"gf cm/cm", gram_force, of_kes},
                                  Unit{"N", 1.0, of_si},
                                  Unit{"mN", 1e-3, of_si},
                                  Unit{"uN", 1e-6, of_si},
                                  Unit{"N m/m", 1.0, of_si},
                                  Unit{"mN m/m", 1e-3, of_si},
                                  Unit{"gf", gram_force, of_kes}};
constexpr std::array rigidity_units{Unit{"gf cm^2/cm", gram_force_cm, of_kes},
                                    Unit{"N m", 1.0, of_si},
                                    Unit{"mN m", 1e-3, of_si},
                                    Unit{"uN m", 1e-6, of_si},
                                    Unit{"N m^2/m", 1.0, of_si},
                                    Unit{"uN m^2/m", 1e-6, of_si},
                                    Unit{"gf cm", gram_force_cm, of_kes}};

constexpr Limits unlimited{};
constexpr Limits above_zero{.low = 0.0, .low_excluded = true};
constexpr Limits zero_or_more{.low = 0.0};

/// Returns the normal form of a unit: "uN·m", "uN.m" and "uN m" become "uNm", "gf/cm/deg" becomes "gf/cmdeg".
std::string bare_unit(std::string_view text)
{
    struct Spelling {
        std::string_view from, to;
    };
    constexpr std::array spellings{Spelling{"\u00b5", "u"}, Spelling{"\u03bc", "u"}, Spelling{"\u00b2", "2"},
                                   Spelling{"\u00b7", ""}, Spelling{"\u00b0", "deg"}};
    std::string bare;
    bool divided = false;
    while (!text.empty()) {
        const auto spelling = std::ranges::find_if(
            spellings, [&](const Spelling& candidate) { return text.starts_with(candidate.from); });
        if (spelling != spellings.end()) {
            bare += spelling->to;
            text.remove_prefix(spelling->from.size());
            continue;
        }
        const char c = text.front();
        text.remove_prefix(1);
        if (std::string_view(" .*^()").find(c) != std::string_view::npos || (c == '/' && divided)) continue;
        if (c == '/') divided = true;
        bare += c;
    }
    return bare;
}

std::string units_of(const Quantity& quantity, std::optional<UnitSystem> system)
{
    std::string list;
    for (const Unit& unit : quantity.units) {
        if (unit.text.empty() || (system && unit.system && unit.system != system)) continue;
        list += fmt::format("{}{}", list.empty() ? "" : ", ", unit.text);
    }
    return list;
}

std::string number_and_unit(double number, const Unit& unit)
{
    return unit.text.empty() ? number_text(number) : fmt::format("{} {}", number_text(number), unit.text);
}

UnitSystem other_system(UnitSystem system) { return system == of_kes ? of_si : of_kes; }

}  // namespace

// Slopes after a reversal are steep and may be much larger than the slopes of the branches: they have no upper limit.
//
// Limits of plausible values: of the 618 fabrics of Feng et al. 2022, the range from 5 % to 95 % is 31 to 490 g/m^2 and
// 0.9 to 110 uN m. The limits are 3 to 18 times wider. Forces per width cannot be checked, because 1 gf/cm is nearly
// 1 N/m.
constinit const Quantity FabricQuantity::areal_density{"areal density", mass_units, above_zero, {0.005, 1.5}};
constinit const Quantity FabricQuantity::thickness{"thickness", length_units, above_zero, {3e-5, 0.01}};
constinit const Quantity FabricQuantity::friction{"coefficient of friction", pure_units, zero_or_more, unlimited};
constinit const Quantity FabricQuantity::drag_coefficient{"drag coefficient", pure_units, zero_or_more, unlimited};
constinit const Quantity FabricQuantity::strength{"strength", tension_units, above_zero, unlimited};
constinit const Quantity FabricQuantity::drape{"drape coefficient", part_units, {.low = 0.0, .high = 1.0}, {0.02, 1.0}};
constinit const Quantity FabricQuantity::strain{"strain", part_units, unlimited, {0.001, 1.0}};
constinit const Quantity FabricQuantity::extension{"extension", part_units, above_zero, {0.001, 1.0}};
constinit const Quantity FabricQuantity::linearity{
    "linearity", pure_units, {.low = 0.0, .high = 2.0, .low_excluded = true, .high_excluded = true}, unlimited};
constinit const Quantity FabricQuantity::work{"tensile work", work_units, above_zero, unlimited};
constinit const Quantity FabricQuantity::resilience{
    "resilience", part_units, {.low = 0.0, .high = 1.0, .low_excluded = true}, {0.05, 1.0}};
constinit const Quantity FabricQuantity::tension{"tension", tension_units, unlimited, unlimited};
constinit const Quantity FabricQuantity::greatest_tension{"greatest tension", tension_units, above_zero, unlimited};
constinit const Quantity FabricQuantity::tension_slope{"slope of the tension", tension_slope_units, above_zero,
                                                       unlimited};
constinit const Quantity FabricQuantity::compression{"resistance to compression", tension_units, above_zero, unlimited};
constinit const Quantity FabricQuantity::angle{"angle of shear", angle_units, unlimited, {0.02, 1.2}};
constinit const Quantity FabricQuantity::shear_force{"shear force", tension_units, unlimited, unlimited};
constinit const Quantity FabricQuantity::shear_stiffness{"shear stiffness", shear_units, above_zero, {3.0, 2000.0}};
constinit const Quantity FabricQuantity::shear_width{"width of the shear loop", tension_units, zero_or_more, unlimited};
constinit const Quantity FabricQuantity::shear_slope{"slope of the shear force", shear_units, above_zero, unlimited};
constinit const Quantity FabricQuantity::curvature{"curvature", curvature_units, unlimited, {20.0, 1000.0}};
constinit const Quantity FabricQuantity::moment{"bending moment", moment_units, unlimited, {5e-6, 0.5}};
constinit const Quantity FabricQuantity::bending_rigidity{"bending rigidity", rigidity_units, above_zero, {1e-7, 2e-3}};
constinit const Quantity FabricQuantity::bending_width{
    "width of the bending loop", moment_units, zero_or_more, {5e-6, 0.05}};
constinit const Quantity FabricQuantity::bending_slope{"slope of the moment", rigidity_units, above_zero, unlimited};

std::string_view name_of(UnitSystem system) { return system == of_kes ? "KES" : "SI"; }

bool Limits::contains(double value) const
{
    return std::isfinite(value) && value >= low && value <= high && !(low_excluded && value == low) &&
           !(high_excluded && value == high);
}

Limits Limits::in(const Unit& unit) const
{
    return {low / unit.factor, high / unit.factor, low_excluded, high_excluded};
}

std::string Limits::text() const
{
    std::string text;
    if (std::isfinite(low)) text = fmt::format("{} {}", low_excluded ? ">" : ">=", number_text(low));
    if (std::isfinite(high))
        text += fmt::format("{}{} {}", text.empty() ? "" : " and ", high_excluded ? "<" : "<=", number_text(high));
    return text;
}

std::string expected_quantity(const Quantity& quantity, std::optional<UnitSystem> system)
{
    if (!system) return fmt::format("a number, {}", quantity.what);
    const Unit& unit = quantity.unit(*system);
    std::string text = "a number";
    for (const std::string& part : {quantity.possible.in(unit).text(), std::string(unit.text)})
        if (!part.empty()) text.append(" ").append(part);
    return text;
}

std::string other_system_hint(double number, const Quantity& quantity, UnitSystem system)
{
    const Unit& here = quantity.unit(system);
    const Unit& there = quantity.unit(other_system(system));
    // Zero is the same in every unit. Signed values are checked by their magnitude.
    const double size = std::abs(number);
    if (size == 0.0 || quantity.plausible.contains(size * here.factor) ||
        !quantity.plausible.contains(size * there.factor))
        return {};
    const auto unit_text = [](const Unit& unit) {
        return unit.text.empty() ? "a pure number" : std::string(unit.text);
    };
    const Limits usual = quantity.plausible.in(here);
    return fmt::format(
        "found {}: units = \"{}\" makes that {} in {}, and fabrics have {:.3g} to {:.3g}; it would do in {}, {}. "
        "If it is meant, write it as a text with its unit",
        number_text(number), name_of(system), quantity.what, unit_text(here), usual.low, usual.high,
        name_of(other_system(system)), unit_text(there));
}

QuantityReading plain_number(double number, const Quantity& quantity, std::optional<UnitSystem> system)
{
    if (!system) {
        const bool sound = std::isfinite(number) &&
                           (number > quantity.possible.low || !quantity.possible.low_excluded) &&
                           number >= quantity.possible.low;
        return {number, sound ? "" : fmt::format("expected {}", expected_quantity(quantity, system))};
    }
    if (const std::string hint = other_system_hint(number, quantity, *system); !hint.empty() && number > 0.0)
        return {0.0, hint};
    const double value = number * quantity.unit(*system).factor;
    if (quantity.possible.contains(value)) return {value};
    return {0.0, fmt::format("expected {}, found {}", expected_quantity(quantity, system), number_text(number))};
}

QuantityReading number_with_unit(std::string_view text, const Quantity& quantity, std::optional<UnitSystem> system)
{
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string known = units_of(quantity, std::nullopt);
    if (error != std::errc{})
        return {0.0, fmt::format("expected {}, found \"{}\"", expected_quantity(quantity, system), text)};
    if (known.empty()) return {0.0, fmt::format("{} has no unit; write it without quotes", quantity.what)};

    std::string_view written = text.substr(static_cast<std::size_t>(end - text.data()));
    written.remove_prefix(std::min(written.find_first_not_of(' '), written.size()));
    const std::string bare = bare_unit(written);
    if (bare.empty())
        return {0.0,
                fmt::format("\"{}\" has no unit; write the number without quotes, or one of {} after it", text, known)};
    const auto unit = std::ranges::find_if(quantity.units, [&](const Unit& candidate) {
        return !candidate.text.empty() && bare_unit(candidate.text) == bare;
    });
    if (unit == quantity.units.end())
        return {0.0, fmt::format("unknown unit {}; {} is given in {}", written, quantity.what, known)};
    if (system && unit->system && unit->system != system)
        return {0.0, fmt::format("KES and SI mixed: {} is of {}, and the file says units = \"{}\"; write it in {}",
                                 unit->text, name_of(*unit->system), name_of(*system), units_of(quantity, system))};
    const double value = number * unit->factor;
    if (quantity.possible.contains(value)) return {value};
    const Limits possible = quantity.possible.in(*unit);
    return {0.0, fmt::format("expected a number {} {}, found {}", possible.text(), unit->text,
                             number_and_unit(number, *unit))};
}

}  // namespace tulle
