#pragma once
// Cubic spring law: the tension is a cubic polynomial of the length (VSMT10 eq. 1 to 8;
// docs/theory/springs.md#springs-that-stiffen). With s = l/L,
//   g = L (a s^3 + b s^2 + c s + d),   g' = 3 a s^2 + 2 b s + c.
// Lengths are relative to the rest length, so long and short springs of one kind share the coefficients [N/m].

#include <tulle/description.hpp>

#include <array>
#include <optional>
#include <string>

namespace tulle {

class CubicTension {
public:
    /// Returns the law of a St. Venant-Kirchhoff thread, g = K/(2 L^2) l^3 - K/2 l (VSMT10 eq. 1); stiffness K [N/m].
    [[nodiscard]] static CubicTension stvk(double stiffness);
    /// Returns the law with stiffness K [N/m] at rest and, at the two lengths of `cubic`, the multiples of K that
    /// `cubic` gives. All four coefficients are used (VSMT10 eq. 4 to 8).
    [[nodiscard]] static CubicTension through(double stiffness, const CubicDescription& cubic);

    /// a, b, c and d [N/m].
    [[nodiscard]] const std::array<double, 4>& coefficients() const { return coefficients_; }
    [[nodiscard]] double stiffness() const { return stiffness_; }  // N/m, at rest

    /// Tension [N] of a spring of rest length L [m] at length l [m].
    [[nodiscard]] double tension(double l, double L) const
    {
        const auto [a, b, c, d] = coefficients_;
        const double s = l / L;
        return L * (((a * s + b) * s + c) * s + d);
    }
    /// g' [N/m], with b multiplied by `damping` (VSMT10 section 4.1).
    [[nodiscard]] double slope(double l, double L, double damping = 1) const
    {
        const double s = l / L;
        return (3 * coefficients_[0] * s + 2 * damping * coefficients_[1]) * s + coefficients_[2];
    }
    /// g/l [N/m], with b and d multiplied by `damping` (VSMT10 section 4.1).
    [[nodiscard]] double transversal(double l, double L, double damping = 1) const
    {
        const auto [a, b, c, d] = coefficients_;
        const double s = l / L;
        return (a * s + damping * b) * s + c + damping * d / s;
    }
    [[nodiscard]] double energy(double l, double L) const;  // J, zero at rest

    /// Returns the stiffness level at l: an integer that grows with the slope g'. IMEX methods keep their matrix until
    /// the level changes.
    [[nodiscard]] int level(double l, double L) const;
    /// Returns the stiffness [N/m] for all lengths of one level: at least the slope at those lengths, at least the
    /// stiffness at rest, and at most 1.5 times the larger of the two.
    [[nodiscard]] double level_stiffness(int level) const;

private:
    CubicTension(double stiffness, const std::array<double, 4>& coefficients)
        : stiffness_(stiffness), coefficients_(coefficients)
    {}

    double stiffness_;
    std::array<double, 4> coefficients_;
};

/// Range of lengths, relative to the rest length, in which a spring is expected to work.
inline constexpr double shortest_working_length = 0.5, longest_working_length = 1.5;

/// Returns an interval of relative lengths in which the tension falls while the spring grows longer; none if there is
/// no such interval. The search covers the working range and the two lengths of `cubic`.
[[nodiscard]] std::optional<std::array<double, 2>> falling_range(const CubicDescription& cubic);

/// Returns the reason why `cubic` is no valid spring law, or an empty text.
[[nodiscard]] std::string cubic_problem(const CubicDescription& cubic);

}  // namespace tulle
