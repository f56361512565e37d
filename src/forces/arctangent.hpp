#pragma once
// An arctangent for loops over many elements: the library's is a call, which no vector unit can take.

#include <cmath>

namespace tulle {

/// std::atan2(y, x) for x >= 0, between -pi/2 and pi/2, within 3 units in the last place; not finite where both are
/// zero. Without branches and calls. Of the slope y/x, or of its inverse where that is smaller, arctangents above pi/8
/// are taken from pi/4 instead, so that |u| <= tan(pi/8); there
///     atan u = u + u^3 p(u^2)
/// with the polynomial p of degree 10 whose largest relative error is least (Remez; 1.2e-18).
[[nodiscard, gnu::always_inline]] inline double atan2_ahead(double y, double x)
{
    constexpr double tan_eighth = 0.41421356237309503, quarter = 0.78539816339744828, half = 1.5707963267948966;
    // Choices are numbers, 0 or 1: compilers turn conditions into branches that no vector unit takes.
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
