#pragma once
// The potential that keeps two things apart (docs/theory/contact.md). With their distance d below d_hat, a smallest
// distance d_min and s = (d - d_min)/(d_hat - d_min),
//     energy      phi = k (d_hat - d_min)^2/2 (1 - s)^2/s
//     force      -phi' = k (d_hat - d_min)/2 (1/s^2 - 1)
//     curvature   phi'' = k/s^3:
// a spring of stiffness k where they begin to touch, which grows beyond bounds where they would be d_min apart.

#include <algorithm>
#include <cmath>

namespace tulle {

/// Of a barrier, in units of m/h^2: what moves a mass m [kg] by its way in a step h [s].
inline constexpr double barrier_stiffness = 10;

/// N/m: of a barrier over `zone` [m] that bears a load [N] where s = 0.7, so that a heavy body does not press light
/// cloth together, though it may rest on a single pair of it.
[[nodiscard]] inline double bearing_stiffness(double load, double zone) { return load / (0.5 * zone); }

/// d_min over d_hat between particles and obstacles of smooth shape (the minimum separation of Li et al. 2021).
/// Particles alone keep the cloth between them off an edge, so that they have to keep most of their distance where it
/// is pulled over one and presses with many times its weight. A barrier that is stiffer from the start would do so too,
/// but then steps would have to be solved further for pressure, and friction, to be right. Between triangles d_min is
/// 0: nothing passes them anyway, and a narrower barrier takes more iterations (2.5 times as many where a cloth is
/// pulled through a ring).
inline constexpr double smooth_separation = 0.7;

/// Of what is left of a distance, beyond d_min, motion leaves this part: further in, the curvature is more than eight
/// times what the matrix knew.
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
    /// m, where the force is F [N]
    [[nodiscard]] double distance(double F) const
    {
        return d_min + zone() / std::sqrt(1 + F / (0.5 * stiffness * zone()));
    }

private:
    [[nodiscard]] double zone() const { return d_hat - d_min; }
    [[nodiscard]] double part(double d) const { return (d - d_min) / zone(); }
};

/// Of d_hat - d_min: nearer than this nothing comes. Halved in iteration after iteration, a gap would else end below
/// rounding, where no side of it can be told.
inline constexpr double smallest_gap_left = 1e-4;

/// Of d_hat: nearer than this obstacles of triangles do not move towards cloth, which then presses with 1250 times
/// k d_hat: what does not give way to that has no room.
inline constexpr double least_gap_pressed = 0.02;

/// m, that motion from a distance d on leaves at least; more than d where d is smaller than the smallest.
[[nodiscard]] inline double least_distance_left(double d, double d_hat, double d_min = 0)
{
    return d_min + std::max(least_gap_left * (std::min(d, d_hat) - d_min), smallest_gap_left * (d_hat - d_min));
}

}  // namespace tulle
