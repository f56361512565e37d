#pragma once
// Buckling law of a slender beam between two particles that are pushed together (CK02: Choi and Ko, Stable but
// Responsive Cloth, 2002). The beam keeps its length L and bends to an arc. Let a be half the angle of the arc. Then
// the chord is l = L sin(a)/a, the curvature 2 a/L, and the energy 2 B a^2/L for the bending rigidity B [N m^2]. The
// tension is the derivative of the energy by l,
//   g = (B/L^2) 4 a^2/(cos a - sin(a)/a) < 0.
// An ideal beam does not shorten at all below the buckling load 12 B/L^2. In this law, a line of slope c through l = L
// leads from zero to the arc's tension instead. A beam that is pulled exerts no force.

#include <cmath>

namespace tulle {

class Buckling {
public:
    /// rigidity B [N m^2] > 0, stiffness c of the straight beam [N/m] > 0, length L [m]
    Buckling(double rigidity, double stiffness, double length);

    [[nodiscard]] double length() const { return length_; }
    [[nodiscard]] double tension(double l) const;  // N, at most 0
    [[nodiscard]] double slope(double l) const;    // N/m
    [[nodiscard]] double energy(double l) const;   // J
    /// Stiffness of an arc that is nearly straight: 7.2 B/L^3 [N/m].
    [[nodiscard]] double arc_stiffness() const { return 7.2 * unit_ / length_; }
    /// Distance l [m] below which the beam is an arc; above this distance the line of slope c applies. 0 if the line
    /// applies everywhere.
    [[nodiscard]] double arc_begin() const { return arc_begin_; }

private:
    [[nodiscard]] double arc_energy(double l) const;  // J

    double length_, stiffness_;
    double unit_;  // B/L^2, N
    double arc_begin_ = 0;
};

/// Returns the solution a in (0, pi] of sin(a)/a = s, for s in [0, 1).
[[nodiscard]] double inverse_sinc(double s);

}  // namespace tulle
