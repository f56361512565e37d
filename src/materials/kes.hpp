#pragma once
// From the numbers of the Kawabata system to loops that give the same numbers back, and from loops to numbers.
//
//   tension  T = Fm (c t + (1 - c) t^p) with t = strain / EMT; c is the share of a straight line, p follows from LT.
//            Unloading alike, with p from RT. In compression, which the test does not see, the first slope goes on.
//   shear    S = G gamma +- width(gamma)/2, the width linear from 2HG at 0.5 degrees to 2HG5 at 5 degrees.
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

inline constexpr double greatest_pull = 500 * gf_per_cm;  // N/m, of the test
inline constexpr double shear_pull = 10 * gf_per_cm;      // N/m, while the test shears
inline constexpr double greatest_shear = 8 * degree;      // rad, of the test
inline constexpr double greatest_curvature = 250;         // 1/m, of the test

[[nodiscard]] MeasuredLoop loop_of(const KesTension& tension);
[[nodiscard]] MeasuredLoop loop_of(const KesShear& shear);
[[nodiscard]] MeasuredLoop loop_of(const KesBending& bending);
[[nodiscard]] inline MeasuredLoop loop_of(const MeasuredLoop& loop) { return loop; }

/// As points, up to the strain at which it holds four times the greatest pull of the test; linear between them.
[[nodiscard]] MeasuredLoop loop_of(const PowerTension& tension);

template <class... Laws>
[[nodiscard]] MeasuredLoop loop_of(const std::variant<Laws...>& law)
{
    return std::visit([](const auto& one) { return loop_of(one); }, law);
}

/// The coefficient with which it reaches a force per width [N/m] at a strain.
[[nodiscard]] constexpr double stretch_through(double strain, double force) { return force / (strain * strain); }

/// Moment per width [N] over twist [1/m], of which KES measures nothing. It follows from how stiff fabrics are when
/// bent on the bias: 0.97 of the geometric mean of warp and weft (median of 618, Feng et al. 2022, data of section 2c).
/// A sheet bent at 45 degrees by kappa has kappa/2 along both threads and as much twist; without loss, which the
/// threads alone provide for.
[[nodiscard]] MeasuredLoop twist_loop(const FabricDescription& fabric);

/// Forces and slopes times a number.
[[nodiscard]] MeasuredLoop scaled(MeasuredLoop loop, double by);

/// Strain at which a first pull reaches a force per width [N/m].
[[nodiscard]] double strain_at(const FabricDirection& direction, double force);

/// Shear stress as the derivative of the energy per area of fabric at rest. The test shears a specimen that a pull of
/// `shear_pull` has made longer, jaws 1 + strain times as far apart: so much more work per area at rest than the force
/// per width times the angle. The mean of warp and weft, for which it is the same curve.
[[nodiscard]] MeasuredLoop shear_loop_at_rest(const FabricDescription& fabric);

/// What a test would have read off: branches as points with rising `at`.
[[nodiscard]] KesTension read_tension(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading);
[[nodiscard]] KesShear read_shear(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading);
[[nodiscard]] KesBending read_bending(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading);

}  // namespace tulle
