#pragma once
// Physical quantities of a fabric file, with their units in the Kawabata system (KES-F) and in SI. Detects numbers that
// were meant in the other unit system. 1 gf is 9.80665 mN.

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tulle {

enum class UnitSystem { kes, si };

[[nodiscard]] std::string_view name_of(UnitSystem system);  // KES, SI

struct Unit {
    std::string_view text;                  // empty for pure numbers
    double factor = 1;                      // SI value of one such unit
    std::optional<UnitSystem> system = {};  // empty: used with both systems
};

/// An interval of values: the possible ones, or the plausible ones of real fabrics.
struct Limits {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_excluded = false, high_excluded = false;

    [[nodiscard]] bool contains(double value) const;
    [[nodiscard]] Limits in(const Unit& unit) const;
    [[nodiscard]] std::string text() const;  // "> 0", "> 0 and <= 100"; empty when every number is allowed
};

struct Quantity {
    std::string_view what;        // "bending rigidity"
    std::span<const Unit> units;  // unit of plain numbers in KES, unit of plain numbers in SI, then others
    Limits possible;              // SI
    Limits plausible;             // SI: wide margins around real fabrics; for points, of the largest magnitude

    [[nodiscard]] const Unit& unit(UnitSystem system) const { return units[system == UnitSystem::kes ? 0 : 1]; }
};

struct FabricQuantity {
    static const Quantity areal_density, thickness, friction, drag_coefficient, strength, drape;
    static const Quantity strain, extension, linearity, work, resilience, tension, greatest_tension, tension_slope,
        compression;
    static const Quantity angle, shear_force, shear_stiffness, shear_width, shear_slope;
    static const Quantity curvature, moment, bending_rigidity, bending_width, bending_slope;
};

/// A number of a file, or the problem with it.
struct QuantityReading {
    double value = 0;       // SI
    std::string problem{};  // empty when the number is valid
};

/// Reads a number without a unit. If `system` is empty (the file names no valid one), the number is used without
/// conversion.
[[nodiscard]] QuantityReading plain_number(double number, const Quantity& quantity, std::optional<UnitSystem> system);
/// Reads a number with its unit, such as "11.57 uN m". Spaces, points, * and ^ within units are ignored.
[[nodiscard]] QuantityReading number_with_unit(std::string_view text, const Quantity& quantity,
                                               std::optional<UnitSystem> system);

/// Returns advice if a plain number is plausible only in the other unit system; otherwise an empty text.
[[nodiscard]] std::string other_system_hint(double number, const Quantity& quantity, UnitSystem system);

/// Returns the text for messages: "a number > 0 gf/cm".
[[nodiscard]] std::string expected_quantity(const Quantity& quantity, std::optional<UnitSystem> system);

}  // namespace tulle
