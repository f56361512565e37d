#pragma once
// VSMT10 Figures 1 and 2: stiffness and tension over the length of a spring, with the spring laws of the simulations.

#include "study/papers/vsmt10/vsmt10_scene.hpp"

#include <string>
#include <vector>

namespace tulle {

/// Curve of a spring with rest length 1 m and stiffness 1 N/m at rest.
struct Vsmt10Curve {
    Vsmt10Material material = Vsmt10Material::linear;
    double factor = 1;                // K1/K of cubic laws
    std::vector<double> lengths{};    // m
    std::vector<double> tensions{};   // N, positive when the spring pulls its ends together
    std::vector<double> stiffness{};  // N/m

    /// "cubic, K1 = 6 K"
    [[nodiscard]] std::string name() const;
    /// Interpolate linearly at a length [m].
    [[nodiscard]] double tension_at(double length) const;    // N
    [[nodiscard]] double stiffness_at(double length) const;  // N/m
};

/// Returns the curves of the linear law, the StVK law, and the cubic law with each K1/K of `factors`. Each curve has
/// `points` lengths from zero to twice the rest length; if `points` is odd, the middle one is the rest length.
[[nodiscard]] std::vector<Vsmt10Curve> vsmt10_curves(const std::vector<double>& factors, int points);

}  // namespace tulle
