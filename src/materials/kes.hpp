#pragma once
// Conversion between the numbers of the Kawabata evaluation system (KES) and hysteresis loops. A loop made from numbers
// gives the same numbers when it is read.
//
//   tension  T = Fm (c t + (1 - c) t^p) with t = strain / EMT; c is the share of a straight line, p follows from LT.
//            The unloading branch has the same form, with p from RT. The test does not measure compression, in which
//            the first slope continues.
//   shear    S = G gamma +- width(gamma)/2; the width is linear from 2HG at 0.5 degrees to 2HG5 at 5 degrees.
//   bending  m = B kappa +- HB.

#include <tulle/fabric.hpp>

#include <span>
#include <variant>

namespace tulle {

// KES units in SI.
inline constexpr double gf_per_cm = 0.980665;                             // N/m
inline constexpr double gf_cm_per_cm2 = 0.980665;                         // J/m^2
inline constexpr double gf_per_cm_degree = 0.980665 * 57.29577951308232;  // N/m per rad
inline constexpr double gf_cm2_per_cm = 0.980665e-4;                      // N m
inline constexpr double gf_cm_per_cm = 0.980665e-2;                       // N
inline constexpr double degree = 1 / 57.29577951308232;                   // rad

inline constexpr double greatest_pull = 500 * gf_per_cm;  // N/m, in the tensile test
inline constexpr double shear_pull = 10 * gf_per_cm;      // N/m, tension during the shear test
inline constexpr double greatest_shear = 8 * degree;      // rad, in the shear test
inline constexpr double greatest_curvature = 250;         // 1/m, in the bending test

[[nodiscard]] MeasuredLoop loop_of(const KesTension& tension);
[[nodiscard]] MeasuredLoop loop_of(const KesShear& shear);
[[nodiscard]] MeasuredLoop loop_of(const KesBending& bending);
[[nodiscard]] inline MeasuredLoop loop_of(const MeasuredLoop& loop) { return loop; }

/// Returns the law as points with straight lines between them. The last point is the strain with four times the
/// greatest pull of the test.
[[nodiscard]] MeasuredLoop loop_of(const PowerTension& tension);

template <class... Laws>
[[nodiscard]] MeasuredLoop loop_of(const std::variant<Laws...>& law)
{
    return std::visit([](const auto& one) { return loop_of(one); }, law);
}

/// Returns the coefficient PowerTension::stretch with which the law has a force per width [N/m] at a strain.
[[nodiscard]] constexpr double stretch_through(double strain, double force) { return force / (strain * strain); }

/// Returns the moment per width [N] over the twist [1/m]. KES does not measure twist, so the law follows from the
/// bending rigidity on the bias. The bending rigidity on the bias is 0.97 times the geometric mean of warp and weft
/// (median of 618 fabrics, Feng et al. 2022, data of section 2c). A sheet bent at 45 degrees with curvature kappa has
/// the curvature kappa/2 along both threads, and the twist kappa/2. The law has no hysteresis: the bending of the
/// threads alone dissipates energy.
[[nodiscard]] MeasuredLoop twist_loop(const FabricDescription& fabric);

/// Returns the loop with forces and slopes multiplied by a number.
[[nodiscard]] MeasuredLoop scaled(MeasuredLoop loop, double by);

/// Returns the strain at which a first pull reaches a force per width [N/m].
[[nodiscard]] double strain_at(const FabricDirection& direction, double force);

/// Returns the shear stress as the derivative of the energy per area of fabric at rest. The test shears a specimen
/// under the tension `shear_pull`, so its jaws are 1 + strain times as far apart as at rest. The work per area at rest
/// is therefore 1 + strain times the force per width times the angle. `strain` is the mean of warp and weft, which
/// share one shear curve.
[[nodiscard]] MeasuredLoop shear_loop_at_rest(const FabricDescription& fabric);

/// Returns the KES numbers that the test would read from the branches, which are points with rising `at`.
[[nodiscard]] KesTension read_tension(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading);
[[nodiscard]] KesShear read_shear(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading);
[[nodiscard]] KesBending read_bending(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading);

}  // namespace tulle
