#pragma once
// Force and Jacobian of one spring between x_i and x_j (docs/theory/springs.md#force-and-jacobian; EEH00 eq. 11 and 14;
// VSMT10 section 4.1). With d = x_i - x_j, l = |d|, u = d / l and a tension g(l), positive when it pulls together:
//   f_i = -g u,   f_j = +g u,   df_i/dx_i = -[ g' u u^T + (g / l)(I - u u^T) ],   df_i/dx_j = -df_i/dx_i.

#include "materials/cubic_tension.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <algorithm>

namespace tulle {

/// Below this length [m], the two particles of a spring count as coincident, and the spring has no direction.
inline constexpr double coincident_length = 1e-12;

/// Treatment of compressed springs in the Jacobian. VSMT10 section 4.1 scales the terms of a law that push compressed
/// springs sideways.
struct Linearisation {
    JacobianTreatment treatment = JacobianTreatment::exact;
    double damping = 0.99;  // for JacobianTreatment::damped

    [[nodiscard]] double transversal_share() const { return treatment == JacobianTreatment::damped ? damping : 1.0; }
    /// Returns the stiffness, or zero for a negative stiffness with the treatment `clamped`.
    [[nodiscard]] double clamp(double stiffness) const
    {
        return treatment == JacobianTreatment::clamped ? std::max(stiffness, 0.0) : stiffness;
    }
};

struct SpringGeometry {
    Vec3 u;    // unit vector from j to i; zero when coincident
    double l;  // m
};

inline SpringGeometry spring_geometry(const Vec3& x_i, const Vec3& x_j)
{
    const Vec3 d = x_i - x_j;
    const double l = d.norm();
    if (l < coincident_length) return {Vec3::Zero(), l};
    return {d / l, l};
}

/// Linear law g = g0 + k (l - L). For a linear spring g0 is zero and L is the rest length. The law also describes one
/// piece of a piecewise linear law.
struct LinearLaw {
    double stiffness;            // N/m, k
    double length;               // m, L
    double tension_there = 0.0;  // N, g0

    [[nodiscard]] double tension(double l) const { return tension_there + stiffness * (l - length); }  // N
    [[nodiscard]] double slope(double) const { return stiffness; }                                     // N/m
    /// Returns the work from `length` to l [J].
    [[nodiscard]] double energy(double l) const
    {
        return (l - length) * (tension_there + 0.5 * stiffness * (l - length));
    }
    /// Returns k l - g [N], which is the same at all lengths. IMEX methods treat the remainder k l - g explicitly.
    [[nodiscard]] double remainder() const { return stiffness * length - tension_there; }

    /// Returns the transversal stiffness g / l [N/m] for the Jacobian.
    [[nodiscard]] double transversal(double l, const Linearisation& how) const
    {
        return how.clamp(stiffness - how.transversal_share() * remainder() / l);
    }
};

/// Returns -df_i/dx_i [N/m] of a spring whose ends do not coincide.
inline Mat3 spring_stiffness(const SpringGeometry& s, double axial, double transversal)
{
    return transversal * Mat3::Identity() + (axial - transversal) * (s.u * s.u.transpose());
}

/// Returns -df_i/dx_i [N/m]. With the treatment `clamped` the result is positive semidefinite.
inline Mat3 spring_stiffness(const SpringGeometry& s, const LinearLaw& law, const Linearisation& how)
{
    if (s.l < coincident_length) return law.stiffness * Mat3::Identity();
    return spring_stiffness(s, law.slope(s.l), law.transversal(s.l, how));
}

inline Mat3 spring_stiffness(const SpringGeometry& s, const CubicTension& law, double rest_length,
                             const Linearisation& how)
{
    if (s.l < coincident_length) return law.stiffness() * Mat3::Identity();
    return spring_stiffness(s, how.clamp(law.slope(s.l, rest_length, how.transversal_share())),
                            how.clamp(law.transversal(s.l, rest_length, how.transversal_share())));
}

/// Returns the damping force on i [N], with w = v_i - v_j. The force on j is the opposite.
///   relative:  -d w        (EEH00 eq. 14; brakes rotation too)
///   projected: -d u u^T w  (along the spring only)
inline Vec3 damping_force(const SpringGeometry& s, const Vec3& w, double d, DampingKind kind)
{
    return kind == DampingKind::relative ? Vec3(-d * w) : Vec3(-d * s.u.dot(w) * s.u);
}

/// Returns -df_i/dv_i of the damping force [N s/m].
inline Mat3 damping_matrix(const SpringGeometry& s, double d, DampingKind kind)
{
    return kind == DampingKind::relative ? Mat3(d * Mat3::Identity()) : Mat3(d * (s.u * s.u.transpose()));
}

/// Returns df_i/dx_i of the projected damping force [N/m]: -(d / l) [ (u.w)(I - 2 u u^T) + u w^T ]. The block of
/// projected damping is not symmetric, so matrices for conjugate gradients leave it out; an exact linearisation needs
/// it.
inline Mat3 projected_damping_gradient(const SpringGeometry& s, const Vec3& w, double d)
{
    if (s.l < coincident_length) return Mat3::Zero();
    const double along = s.u.dot(w);
    return -(d / s.l) * (along * (Mat3::Identity() - 2.0 * s.u * s.u.transpose()) + s.u * w.transpose());
}

}  // namespace tulle
