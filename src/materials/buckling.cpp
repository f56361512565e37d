#include "materials/buckling.hpp"

namespace tulle {
namespace {

// Below this half-angle [rad] differences of sines and cosines lose digits, and a few terms of their series suffice.
constexpr double small_angle = 0.1;

/// cos a - sin(a)/a
double cosine_less_sinc(double a)
{
    const double aa = a * a;
    if (a < small_angle) return -aa / 3 * (1 - aa / 10 * (1 - aa / 28 * (1 - aa / 54)));
    return std::cos(a) - std::sin(a) / a;
}

/// Tension of the arc in units of B/L^2.
double arc_tension(double a) { return 4 * a * a / cosine_less_sinc(a); }

/// Derivative of arc_tension by l/L.
double arc_slope(double a)
{
    const double q = cosine_less_sinc(a);
    if (a < small_angle) {
        // Derivative by a of -12/(1 - e) with e = a^2/10 - a^4/280 + a^6/15120.
        const double aa = a * a;
        const double e = aa / 10 * (1 - aa / 28 * (1 - aa / 54));
        const double rate = a * (1.0 / 5 - aa / 70 * (1 - aa / 36));
        return -12 * rate / ((1 - e) * (1 - e)) * a / q;
    }
    const double rate = -std::sin(a) - q / a;  // dq/da
    return (8 * a / q - 4 * a * a * rate / (q * q)) * a / q;
}

}  // namespace

double inverse_sinc(double s)
{
    const double r = 1 - s;
    // Initial guess, accurate to 1e-3 at all s; Newton iterations follow.
    double a = std::sqrt(6 * r) * (1 + r * (0.15 + r * (0.0228 + r * 0.1097)));
    for (int iteration = 0; iteration < 3; ++iteration) a -= (std::sin(a) / a - s) * a / cosine_less_sinc(a);
    return a;
}

Buckling::Buckling(double rigidity, double stiffness, double length)
    : length_(length), stiffness_(stiffness), unit_(rigidity / (length * length))
{
    const auto is_arc = [&](double s) { return stiffness * length * (s - 1) < unit_ * arc_tension(inverse_sinc(s)); };
    if (!is_arc(0)) return;
    double low = 0, high = 1;  // values of l/L: arc at low, line at high
    for (int iteration = 0; iteration < 60; ++iteration) {
        const double middle = 0.5 * (low + high);
        (is_arc(middle) ? low : high) = middle;
    }
    arc_begin_ = low * length;
}

double Buckling::tension(double l) const
{
    if (l >= length_) return 0;
    if (l >= arc_begin_) return stiffness_ * (l - length_);
    return unit_ * arc_tension(inverse_sinc(l / length_));
}

double Buckling::slope(double l) const
{
    if (l >= length_) return 0;
    if (l >= arc_begin_) return stiffness_;
    return unit_ / length_ * arc_slope(inverse_sinc(l / length_));
}

double Buckling::arc_energy(double l) const
{
    const double a = inverse_sinc(l / length_);
    return 2 * unit_ * length_ * a * a;
}

double Buckling::energy(double l) const
{
    if (l >= length_) return 0;
    if (l >= arc_begin_) return 0.5 * stiffness_ * (l - length_) * (l - length_);
    return energy(arc_begin_) + arc_energy(l) - arc_energy(arc_begin_);
}

}  // namespace tulle
