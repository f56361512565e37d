#pragma once
// Springs whose tension is a cubic polynomial of their length (VSMT10 eq. 1 to 8;
// docs/theory/springs.md#springs-that-stiffen). With s = l/L,
//   g = L (a s^3 + b s^2 + c s + d),   g' = 3 a s^2 + 2 b s + c:
// in lengths relative to the rest length the coefficients, in N/m, are the same for long and short springs of a kind.

#include <tulle/description.hpp>

#include <array>
#include <optional>
#include <string>

namespace tulle {

class CubicTension {
public:
    /// The two terms of a St. Venant-Kirchhoff thread, g = K/(2 L^2) l^3 - K/2 l (VSMT10 eq. 1); stiffness K [N/m].
    [[nodiscard]] static CubicTension stvk(double stiffness);
    /// All four: stiffness K at rest, and the multiples of it that `cubic` says at its two lengths (VSMT10 eq. 4 to 8).
    [[nodiscard]] static CubicTension through(double stiffness, const CubicDescription& cubic);

    /// a, b, c and d [N/m].
    [[nodiscard]] const std::array<double, 4>& coefficients() const { return coefficients_; }
    [[nodiscard]] double stiffness() const { return stiffness_; }  // N/m, at rest

    /// Of a spring of rest length L [m] at length l [m].
    [[nodiscard]] double tension(double l, double L) const  // N
    {
        const auto [a, b, c, d] = coefficients_;
        const double s = l / L;
        return L * (((a * s + b) * s + c) * s + d);
    }
    /// g' and g/l [N/m], with b and d times `damping` (VSMT10 section 4.1).
    [[nodiscard]] double slope(double l, double L, double damping = 1) const
    {
        const double s = l / L;
        return (3 * coefficients_[0] * s + 2 * damping * coefficients_[1]) * s + coefficients_[2];
    }
    [[nodiscard]] double transversal(double l, double L, double damping = 1) const
    {
        const auto [a, b, c, d] = coefficients_;
        const double s = l / L;
        return (a * s + damping * b) * s + c + damping * d / s;
    }
    [[nodiscard]] double energy(double l, double L) const;  // J, zero at rest

    /// A whole number that grows with the slope at l, and the stiffness that stands for all lengths of one number: no
    /// less than the slope there, nor than at rest, and at most half as much again. IMEX methods keep their matrix
    /// until the number changes.
    [[nodiscard]] int level(double l, double L) const;
    [[nodiscard]] double level_stiffness(int level) const;  // N/m

private:
    CubicTension(double stiffness, const std::array<double, 4>& coefficients)
        : stiffness_(stiffness), coefficients_(coefficients)
    {}

    double stiffness_;
    std::array<double, 4> coefficients_;
};

/// Lengths, relative to the rest length, between which a spring is expected to work.
inline constexpr double shortest_working_length = 0.5, longest_working_length = 1.5;

/// Where in that range, and between the two lengths of `cubic`, the tension falls as the spring grows longer; nothing
/// where it does not.
[[nodiscard]] std::optional<std::array<double, 2>> falling_range(const CubicDescription& cubic);

/// Why `cubic` is no law of a spring, or an empty text.
[[nodiscard]] std::string cubic_problem(const CubicDescription& cubic);

}  // namespace tulle
