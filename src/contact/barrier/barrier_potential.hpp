#pragma once
// Contact barrier: the potential that keeps two parts of surfaces apart (docs/theory/contact.md). Let d be the distance
// of the two parts, d_hat the contact distance, d_min the smallest possible distance, and s =
// (d - d_min)/(d_hat - d_min). For s < 1,
//     energy      phi = k (d_hat - d_min)^2/2 (1 - s)^2/s
//     force      -phi' = k (d_hat - d_min)/2 (1/s^2 - 1)
//     curvature   phi'' = k/s^3.
// The barrier begins at the contact distance as a spring of stiffness k, and grows without bound as d approaches d_min.

#include <algorithm>
#include <cmath>

namespace tulle {

/// Stiffness of a barrier in units of m/h^2. A spring of stiffness m/h^2 moves a mass m [kg] by the displacement of the
/// spring in a step h [s].
inline constexpr double barrier_stiffness = 10;

/// Returns the stiffness [N/m] with which a barrier over `zone` = d_hat - d_min [m] bears a load [N] at s = 0.7. With
/// this stiffness a heavy body does not press light cloth together, even if the body rests on a single pair of the
/// cloth.
[[nodiscard]] inline double bearing_stiffness(double load, double zone) { return load / (0.5 * zone); }

/// d_min over d_hat between particles and obstacles of smooth shape (the minimum separation of Li et al. 2021). Only
/// the barriers of particles keep the cloth between the particles off an edge. The particles must therefore keep most
/// of their contact distance where cloth is pulled over an edge and presses with many times its weight. A stiffer
/// barrier would have the same effect, but steps would then have to be solved more accurately to get the pressure and
/// the friction right. Between triangles d_min is 0, because triangles let nothing pass, and because a narrower barrier
/// takes more iterations: 2.5 times as many for a cloth that is pulled through a ring.
inline constexpr double smooth_separation = 0.7;

/// Part of the gap d - d_min that a motion must leave. If a motion left less than half of the gap, the curvature would
/// be more than eight times the curvature in the matrix.
inline constexpr double least_gap_left = 0.5;

struct BarrierPotential {
    double stiffness;  // N/m, k
    double d_hat;      // m, contact distance
    double d_min = 0;  // m

    [[nodiscard]] double energy(double d) const  // J
    {
        const double s = part(d);
        return 0.5 * stiffness * zone() * zone() * (1 - s) * (1 - s) / s;
    }
    [[nodiscard]] double force(double d) const  // N, pushes apart
    {
        const double s = part(d);
        return 0.5 * stiffness * zone() * (1 / (s * s) - 1);
    }
    [[nodiscard]] double curvature(double d) const  // N/m
    {
        const double s = part(d);
        return stiffness / (s * s * s);
    }
    /// Returns the distance [m] at which the force is F [N].
    [[nodiscard]] double distance(double F) const
    {
        return d_min + zone() / std::sqrt(1 + F / (0.5 * stiffness * zone()));
    }

private:
    [[nodiscard]] double zone() const { return d_hat - d_min; }
    [[nodiscard]] double part(double d) const { return (d - d_min) / zone(); }
};

/// No motion reduces a gap d - d_min that is below this part of d_hat - d_min. Without this limit, a gap that is halved
/// in iteration after iteration would fall below the rounding error, where the sign of the gap is unknown.
inline constexpr double smallest_gap_left = 1e-4;

/// An obstacle of triangles does not move towards cloth that is nearer than this part of d_hat. At this distance the
/// cloth presses with 1250 k d_hat. If the cloth does not give way to so large a force, there is no room for the cloth.
inline constexpr double least_gap_pressed = 0.02;

/// Returns the distance [m] that a motion from a distance d must leave. The result is more than d if d - d_min is below
/// the smallest gap.
[[nodiscard]] inline double least_distance_left(double d, double d_hat, double d_min = 0)
{
    return d_min + std::max(least_gap_left * (std::min(d, d_hat) - d_min), smallest_gap_left * (d_hat - d_min));
}

}  // namespace tulle
