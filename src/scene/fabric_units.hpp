#pragma once
// The quantities of a fabric file and their units: those of the Kawabata system (KES-F), those of SI, and how to tell
// that a number was meant in the other one. 1 gf is 9.80665 mN.

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
    double factor = 1;                      // SI units in one of these
    std::optional<UnitSystem> system = {};  // none: people use it with either
};

/// The values that a quantity can have at all, or has in any fabric.
struct Limits {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_excluded = false, high_excluded = false;

    [[nodiscard]] bool contains(double value) const;
    [[nodiscard]] Limits in(const Unit& unit) const;
    [[nodiscard]] std::string text() const;  // "> 0", "> 0 and <= 100"; empty when any number will do
};

struct Quantity {
    std::string_view what;        // "bending rigidity"
    std::span<const Unit> units;  // that of plain numbers in KES, that in SI, then others
    Limits possible;              // SI
    Limits plausible;             // SI: wide margins around all fabrics; of points, around the outermost one

    [[nodiscard]] const Unit& unit(UnitSystem system) const { return units[system == UnitSystem::kes ? 0 : 1]; }
};

struct FabricQuantity {
    static const Quantity areal_density, thickness, friction, drag_coefficient, strength, drape;
    static const Quantity strain, extension, linearity, work, resilience, tension, greatest_tension, tension_slope,
        compression;
    static const Quantity angle, shear_force, shear_stiffness, shear_width, shear_slope;
    static const Quantity curvature, moment, bending_rigidity, bending_width, bending_slope;
};

/// A number of a file, or what is wrong with it.
struct QuantityReading {
    double value = 0;       // SI
    std::string problem{};  // empty when all is well
};

/// A number without a unit. With no system, because the file does not name a sound one, it is taken as it is.
[[nodiscard]] QuantityReading plain_number(double number, const Quantity& quantity, std::optional<UnitSystem> system);
/// A number with its unit, "11.57 uN m". Spaces, points, * and ^ within units make no difference.
[[nodiscard]] QuantityReading number_with_unit(std::string_view text, const Quantity& quantity,
                                               std::optional<UnitSystem> system);

/// "which is far from any fabric, but ...": that a plain number fits the other system alone; else empty.
[[nodiscard]] std::string other_system_hint(double number, const Quantity& quantity, UnitSystem system);

/// "a number > 0 gf/cm"
[[nodiscard]] std::string expected_quantity(const Quantity& quantity, std::optional<UnitSystem> system);

}  // namespace tulle
