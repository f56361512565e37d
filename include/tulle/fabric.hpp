#pragma once
// A measured woven fabric: areal density, and the response to tension, shear and bending, each as a hysteresis loop of
// loading and unloading. Numbers of the Kawabata system (KES-F) are in SI units here. Fabric files may use KES-F units
// or SI units (docs/fabrics.md).
// Thread safety: threads may read the same fabric at the same time.

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tulle {

/// A point of a measured branch. Tension: strain and force per width [N/m]. Shear: angle [rad] and force per width
/// [N/m]. Bending: curvature [1/m] and moment per width [N].
struct LoopPoint {
    double at = 0;
    double value = 0;
};

/// Hysteresis loop: both branches of a cycle, as points with rising `at`. The unloading branch is nowhere above the
/// loading branch.
struct MeasuredLoop {
    std::vector<LoopPoint> loading, unloading;
    std::optional<double> reversal{};  // slope of the load from one branch to the other; none: a slope is assumed
};

/// The tensile test: loading up to a force per width, and unloading.
struct KesTension {
    double extension = 0;      // EMT / 100: strain at the greatest force
    double linearity = 1;      // LT: work of loading over the work of a straight line
    double resilience = 1;     // RT / 100: recovered part of the work
    double force = 490.33250;  // N/m, the greatest: 500 gf/cm

    [[nodiscard]] double work() const { return 0.5 * linearity * force * extension; }  // WT, J/m^2
};

/// Tension law of EWS96 (eq. 5, its quintic with |l - d|). The energy per area is stretch/3 strain^3 in tension and
/// compression/5 |strain|^5 in compression, so that the force per width is
///     stretch strain^2   and   -compression strain^4.
/// The law dissipates no energy, and its stiffness at rest is zero.
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
    std::optional<double> strength{};  // N/m, tension at which threads tear; none: they do not tear
};

enum class Certainty { measured, quoted, derived, assumed };

/// Source of the numbers below a key of a fabric file.
struct FabricSource {
    std::string key;  // "warp.bending", or "warp" for all keys below it
    std::string text;
    Certainty certainty = Certainty::assumed;
    std::optional<std::array<double, 2>> range{};  // for assumed numbers: the range they are from, in the file's unit
};

struct FabricDescription {
    std::string name;            // common name
    double areal_density = 0.2;  // kg/m^2
    double thickness = 0.0005;   // m
    FabricDirection warp, weft;
    std::variant<KesShear, MeasuredLoop> shear;
    double friction = 0.3;                                    // Coulomb coefficient against itself and most obstacles
    std::optional<double> drape{};                            // measured drape coefficient, 0 to 1; none: not measured
    std::array<double, 3> drag_coefficients{1.1, 1.2, 1.33};  // EWS96 eq. 8: inside, at edges, at corners
    std::vector<FabricSource> sources{};
};

}  // namespace tulle
