#pragma once
// A woven fabric as it was measured: areal density, and how its threads answer to tension, shear and bending, each as
// a loop of loading and unloading. Numbers of the Kawabata system (KES-F) are given in SI units here; fabric files may
// use either (docs/fabrics.md).

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tulle {

/// A point of a measured branch: strain and force per width [N/m] of tension, angle [rad] and force per width [N/m] of
/// shear, curvature [1/m] and moment per width [N] of bending.
struct LoopPoint {
    double at = 0;
    double value = 0;
};

/// Both branches of a cycle, as points with rising `at`; the unloading one is nowhere above the loading one.
struct MeasuredLoop {
    std::vector<LoopPoint> loading, unloading;
    std::optional<double> reversal{};  // slope with which the load falls from one branch to the other; none: assumed
};

/// The tensile test, up to a force per width and back.
struct KesTension {
    double extension = 0;      // EMT / 100: strain at the greatest force
    double linearity = 1;      // LT: work over that of a straight line
    double resilience = 1;     // RT / 100: part of the work that comes back
    double force = 490.33250;  // N/m, the greatest: 500 gf/cm

    [[nodiscard]] double work() const { return 0.5 * linearity * force * extension; }  // WT, J/m^2
};

/// EWS96's own law (eq. 5, its quintic with |l - d|): an energy per area stretch/3 strain^3 when it is stretched and
/// compression/5 |strain|^5 when it is compressed, so that the force per width is
///     stretch strain^2   and   -compression strain^4.
/// Nothing is lost, and there is no resistance at rest.
struct PowerTension {
    double stretch = 0;      // N/m
    double compression = 0;  // N/m
};

/// The shear test, from -8 to 8 degrees.
struct KesShear {
    double stiffness = 0;          // G, N/m per rad: mean slope of both branches from 0.5 to 2.5 degrees
    double width_half_degree = 0;  // 2HG, N/m: width of the loop at 0.5 degrees
    double width_5_degrees = 0;    // 2HG5, N/m: width of the loop at 5 degrees
};

/// The pure bending test, from -250 to 250 1/m.
struct KesBending {
    double rigidity = 0;  // B, N m: mean slope of both branches from 50 to 150 1/m
    double width = 0;     // 2HB, N: width of the loop
};

/// One of the two thread systems.
struct FabricDirection {
    std::variant<KesTension, MeasuredLoop, PowerTension> tension;
    std::variant<KesBending, MeasuredLoop> bending;
    std::optional<double> strength{};  // N/m, tension at which it tears; none: it does not
};

enum class Certainty { measured, quoted, derived, assumed };

/// Where the numbers below a key of a fabric file come from.
struct FabricSource {
    std::string key;  // "warp.bending", or "warp" for all below it
    std::string text;
    Certainty certainty = Certainty::assumed;
    std::optional<std::array<double, 2>> range{};  // of what was assumed: from which values, in the file's unit
};

struct FabricDescription {
    std::string name;            // how people call it
    double areal_density = 0.2;  // kg/m^2
    double thickness = 0.0005;   // m
    FabricDirection warp, weft;
    std::variant<KesShear, MeasuredLoop> shear;
    double friction = 0.3;                                    // Coulomb coefficient against itself and most obstacles
    std::optional<double> drape{};                            // drape coefficient where it was measured, 0 to 1
    std::array<double, 3> drag_coefficients{1.1, 1.2, 1.33};  // EWS96 eq. 8: inside, at edges, at corners
    std::vector<FabricSource> sources{};
};

}  // namespace tulle
