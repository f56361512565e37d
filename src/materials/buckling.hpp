#pragma once
// A slender beam between two particles that are pushed together (CK02: Choi and Ko, Stable but Responsive Cloth, 2002).
// It keeps its length L and bends to an arc: with the chord l = L sin(a)/a, a half the angle of the arc, its curvature
// is 2 a/L, its energy 2 B a^2/L for the rigidity B [N m^2], and its tension the derivative of that by l,
//   g = (B/L^2) 4 a^2/(cos a - sin(a)/a) < 0.
// An ideal beam does not give way below 12 B/L^2 at all; a line of slope c through l = L leads there instead. A beam
// that is pulled exerts nothing.

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
    /// Of an arc that is nearly straight: 7.2 B/L^3 [N/m].
    [[nodiscard]] double arc_stiffness() const { return 7.2 * unit_ / length_; }
    /// Where the line ends and the arc begins [m]; 0 where it does so at no length.
    [[nodiscard]] double arc_begin() const { return arc_begin_; }

private:
    [[nodiscard]] double arc_energy(double l) const;  // J

    double length_, stiffness_;
    double unit_;  // B/L^2, N
    double arc_begin_ = 0;
};

/// a in (0, pi] of sin(a)/a = s for s in [0, 1).
[[nodiscard]] double inverse_sinc(double s);

}  // namespace tulle
