#pragma once
// The potential that keeps two things apart (docs/theory/contact.md). With their distance d below d_hat and s =
// d/d_hat,
//     energy      phi = k d_hat^2/2 (1 - s)^2/s
//     force      -phi' = k d_hat/2 (1/s^2 - 1)
//     curvature   phi'' = k/s^3:
// a spring of stiffness k where they begin to touch, which grows beyond bounds where they would meet.

namespace tulle {

/// Of a barrier, in units of m/h^2: what moves a mass m [kg] by its way in a step h [s].
inline constexpr double barrier_stiffness = 10;

/// Motion ends where of a distance, or of d_hat where that is less, this part is left: further in, the curvature is
/// more than eight times what the matrix knew.
inline constexpr double least_gap_left = 0.5;

struct Barrier {
    double stiffness;  // N/m, k
    double d_hat;      // m, contact distance

    [[nodiscard]] double energy(double d) const  // J
    {
        const double s = d / d_hat;
        return 0.5 * stiffness * d_hat * d_hat * (1 - s) * (1 - s) / s;
    }
    [[nodiscard]] double force(double d) const  // N, pushes apart
    {
        const double s = d / d_hat;
        return 0.5 * stiffness * d_hat * (1 / (s * s) - 1);
    }
    [[nodiscard]] double curvature(double d) const  // N/m
    {
        const double s = d / d_hat;
        return stiffness / (s * s * s);
    }
};

}  // namespace tulle
