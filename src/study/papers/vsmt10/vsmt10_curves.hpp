#pragma once
// VSMT10 Figures 1 and 2: stiffness and tension over the length of a spring, by the laws that simulations use.

#include "study/papers/vsmt10/vsmt10_scene.hpp"

#include <string>
#include <vector>

namespace tulle {

/// Of a spring with rest length 1 m and stiffness 1 N/m there.
struct Vsmt10Curve {
    Vsmt10Material material = Vsmt10Material::linear;
    double factor = 1;                // K1/K, of cubic ones
    std::vector<double> lengths{};    // m
    std::vector<double> tensions{};   // N, positive when it pulls together
    std::vector<double> stiffness{};  // N/m

    /// "cubic, K1 = 6 K"
    [[nodiscard]] std::string name() const;
    /// Between the two points around a length [m].
    [[nodiscard]] double tension_at(double length) const;    // N
    [[nodiscard]] double stiffness_at(double length) const;  // N/m
};

/// Linear, StVK, and cubic with each K1/K of `factors`; `points` lengths each, from nothing to twice the rest length,
/// whose middle one is the rest length when their number is odd.
[[nodiscard]] std::vector<Vsmt10Curve> vsmt10_curves(const std::vector<double>& factors, int points);

}  // namespace tulle
