#pragma once
// Vectorisable arctangent (atan2) for loops over many elements. std::atan2 is a function call, which compilers cannot
// vectorise.

#include <cmath>

namespace tulle {

/// Returns std::atan2(y, x) for x >= 0, between -pi/2 and pi/2, within 3 units in the last place, without branches and
/// calls. The result is not finite if both arguments are zero. The argument is first reduced to the slope y/x or its
/// inverse, whichever is smaller. An arctangent above pi/8 is computed as pi/4 plus the arctangent of a further reduced
/// argument. The reduced argument u has |u| <= tan(pi/8), and
///     atan u = u + u^3 p(u^2)
/// with the minimax polynomial p of degree 10 (Remez; relative error 1.2e-18).
[[nodiscard, gnu::always_inline]] inline double atan2_ahead(double y, double x)
{
    constexpr double tan_eighth = 0.41421356237309503, quarter = 0.78539816339744828, half = 1.5707963267948966;
    // Choices are numbers, 0 or 1, because compilers turn conditions into branches, which prevent vectorisation.
    const double rise = std::abs(y), steep = 0.5 - std::copysign(0.5, x - rise);
    const double small = rise > x ? x : rise, large = rise > x ? rise : x;
    const double far = 0.5 + std::copysign(0.5, small - tan_eighth * large);
    const double u = (small - far * large) / (large + far * small), s = u * u;
    double p = -0.017922304329945977;
    p = p * s + 0.03807834531130029;
    p = p * s - 0.050398465404874616;
    p = p * s + 0.05848009163954465;
    p = p * s - 0.06663120421305131;
    p = p * s + 0.07692061640795313;
    p = p * s - 0.09090897836685463;
    p = p * s + 0.11111110786147517;
    p = p * s - 0.14285714280248746;
    p = p * s + 0.19999999999954085;
    p = p * s - 0.333333333333332;
    const double angle = far * quarter + (u + u * s * p);
    return std::copysign(steep * half + (1 - 2 * steep) * angle, y);
}

}  // namespace tulle
