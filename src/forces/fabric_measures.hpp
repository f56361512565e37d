#pragma once
// Measures of fabric elements: thread length, corner angle, turning angle, surface curvature and hinge angle, with
// gradients and Hessians. A measure is a number that depends on a few vectors, such as the threads that meet at a
// particle. A stencil defines these vectors as sums of the positions of an element's particles times coefficients.

#include "forces/angle_derivatives.hpp"

#include <tulle/math.hpp>

#include <Eigen/Geometry>

#include <array>
#include <cmath>

namespace tulle {

/// Length [m] of a thread.
struct ThreadLength {
    static constexpr int vectors = 1;
    static constexpr bool has_stiffening_hessian = true;  // a pulled thread resists sideways motion
    using Vectors = std::array<Vec3, 1>;
    using Gradient = AngleGradient<3>;
    using Hessian = AngleHessian<3>;

    static double value(const Vectors& e) { return gradient(e).angle; }
    [[gnu::always_inline]] static Gradient gradient(const Vectors& e)
    {
        constexpr double nothing = 1e-300;  // m; gives a thread of length zero the gradient zero, without a branch
        const double x = e[0].x(), y = e[0].y(), z = e[0].z();
        const double length = std::sqrt(x * x + y * y + z * z), over = 1 / (length + nothing);
        Gradient d;
        d.angle = length;
        d.gradient[0] = over * x;
        d.gradient[1] = over * y;
        d.gradient[2] = over * z;
        return d;
    }
    static Hessian hessian(const Vectors& e)
    {
        const auto [length, u] = gradient(e);
        return {length, u, (Mat3::Identity() - u * u.transpose()) / length};
    }
    /// Returns the matrix S of the stiff linear part. For displacements d_a of the vectors and gradients g_a, IMEX
    /// methods use sum_ab S_ab d_a.d_b instead of (sum_a g_a.d_a)^2: the same for each coordinate, and no softer.
    static Eigen::Matrix<double, 1, 1> stiff_part(const Vectors&) { return Eigen::Matrix<double, 1, 1>::Constant(1); }
};

/// Angle [rad] by which the corner between two threads exceeds a right angle.
struct ThreadCorner {
    static constexpr int vectors = 2;
    static constexpr bool has_stiffening_hessian = false;
    using Vectors = std::array<Vec3, 2>;
    using Gradient = AngleGradient<6>;
    using Hessian = AngleHessian<6>;

    static double value(const Vectors& e) { return corner_angle(e[0], e[1]); }
    [[gnu::always_inline]] static Gradient gradient(const Vectors& e) { return corner_angle_gradient(e[0], e[1]); }
    static Hessian hessian(const Vectors& e) { return corner_angle_hessian(e[0], e[1]); }
    /// Uses (g.d)^2 <= 2 (g_0.d_0)^2 + 2 (g_1.d_1)^2, because the two gradients have different directions.
    static Eigen::Matrix2d stiff_part(const Vectors& e)
    {
        return Eigen::Vector2d(2 / e[0].squaredNorm(), 2 / e[1].squaredNorm()).asDiagonal();
    }
};

/// Angle [rad] by which a thread turns from the first vector to the second, out of the surface. The third vector lies
/// in the surface, across the thread.
struct ThreadTurn {
    static constexpr int vectors = 3;
    static constexpr bool has_stiffening_hessian = false;
    using Vectors = std::array<Vec3, 3>;
    using Gradient = AngleGradient<9>;
    using Hessian = AngleHessian<9>;

    static double value(const Vectors& e) { return bend_angle(e[0], e[1], e[2]); }
    [[gnu::always_inline]] static Gradient gradient(const Vectors& e) { return bend_angle_gradient(e[0], e[1], e[2]); }
    static Hessian hessian(const Vectors& e) { return bend_angle_hessian(e[0], e[1], e[2]); }
    static Eigen::Matrix3d stiff_part(const Vectors& e)
    {
        const Eigen::Vector3d g(-1 / e[0].norm(), 1 / e[1].norm(), 0);
        return g * g.transpose();
    }
};

/// Curvature [1/m] of a surface along a direction: the normal component of the second derivative of the position. The
/// first vector is the second derivative. The normal is perpendicular to the second and third vectors.
struct SurfaceCurvature {
    static constexpr int vectors = 3;
    static constexpr bool has_stiffening_hessian = false;
    using Vectors = std::array<Vec3, 3>;
    using Gradient = AngleGradient<9>;
    using Hessian = AngleHessian<9>;

    static double value(const Vectors& e) { return gradient(e).angle; }
    /// With N = e1 x e2, n = N/|N| and t = s - (s.n) n: q = s.n, dq/ds = n, dq/dN = t/|N|. The formula is written out
    /// in numbers, so that compilers can vectorise it.
    [[gnu::always_inline]] static Gradient gradient(const Vectors& e)
    {
        const double sx = e[0].x(), sy = e[0].y(), sz = e[0].z();
        const double ax = e[1].x(), ay = e[1].y(), az = e[1].z(), bx = e[2].x(), by = e[2].y(), bz = e[2].z();
        const double Nx = ay * bz - az * by, Ny = az * bx - ax * bz, Nz = ax * by - ay * bx;
        const double over_size = 1 / std::sqrt(Nx * Nx + Ny * Ny + Nz * Nz);
        const double nx = over_size * Nx, ny = over_size * Ny, nz = over_size * Nz;
        const double q = sx * nx + sy * ny + sz * nz;
        const double tx = over_size * (sx - q * nx), ty = over_size * (sy - q * ny), tz = over_size * (sz - q * nz);
        Gradient d;
        d.angle = q;
        d.gradient[0] = nx;
        d.gradient[1] = ny;
        d.gradient[2] = nz;
        d.gradient[3] = by * tz - bz * ty;
        d.gradient[4] = bz * tx - bx * tz;
        d.gradient[5] = bx * ty - by * tx;
        d.gradient[6] = ty * az - tz * ay;
        d.gradient[7] = tz * ax - tx * az;
        d.gradient[8] = tx * ay - ty * ax;
        return d;
    }
    static Hessian hessian(const Vectors& e);
    static Eigen::Matrix3d stiff_part(const Vectors&) { return Eigen::Vector3d(1, 0, 0).asDiagonal(); }
};

/// Hinge angle [rad] between two triangles with a common edge: zero when flat, positive when they turn towards their
/// normals. The first vector is the edge. The second and third vectors run from the beginning of the edge to the tips
/// of the triangles.
struct HingeTurn {
    static constexpr int vectors = 3;
    static constexpr bool has_stiffening_hessian = false;
    using Vectors = std::array<Vec3, 3>;
    using Gradient = AngleGradient<9>;
    using Hessian = AngleHessian<9>;

    static double value(const Vectors& e) { return hinge_angle(e[0], e[1], e[2]); }
    [[gnu::always_inline]] static Gradient gradient(const Vectors& e) { return hinge_angle_gradient(e[0], e[1], e[2]); }
    static Hessian hessian(const Vectors& e) { return hinge_angle_hessian(e[0], e[1], e[2]); }
    /// Treats the hinge as flat, so that all gradients have the direction of one normal.
    static Eigen::Matrix3d stiff_part(const Vectors& e)
    {
        const double edge = e[0].squaredNorm();
        const double tip_1 = std::sqrt(edge) / e[0].cross(e[1]).norm(),
                     tip_2 = std::sqrt(edge) / e[0].cross(e[2]).norm();
        const Eigen::Vector3d g(-(tip_1 * e[1].dot(e[0]) + tip_2 * e[2].dot(e[0])) / edge, tip_1, tip_2);
        return g * g.transpose();
    }
};

/// Stencil whose vectors each run from one particle of the element to another.
template <int particle_count, auto ends>
struct EndsStencil {
    static constexpr int particles = particle_count;
    /// Returns the places of the two particles that a vector runs from and to.
    [[nodiscard]] static constexpr const auto& ends_of(int vector) { return ends[vector]; }
    [[nodiscard]] static constexpr double coefficient(int vector, int place)
    {
        return (ends[vector][1] == place ? 1.0 : 0.0) - (ends[vector][0] == place ? 1.0 : 0.0);
    }
};

using VectorEnds = std::array<int, 2>;
/// A thread between two particles.
using ThreadStencil = EndsStencil<2, std::array<VectorEnds, 1>{{{0, 1}}}>;
/// Two threads that leave the first particle.
using CornerStencil = EndsStencil<3, std::array<VectorEnds, 2>{{{0, 1}, {0, 2}}}>;
/// A thread from the first to the second to the third particle, and a vector across it from the fourth to the fifth.
using TurnStencil = EndsStencil<5, std::array<VectorEnds, 3>{{{0, 1}, {1, 2}, {3, 4}}}>;
/// An edge from the first to the second particle, and vectors from the first particle to the tips beside the edge.
using HingeStencil = EndsStencil<4, std::array<VectorEnds, 3>{{{0, 1}, {0, 2}, {0, 3}}}>;

/// Stencil of any sums, with coefficients that differ from element to element.
template <int vector_count, int particle_count>
struct SumStencil {
    static constexpr int particles = particle_count;
    std::array<std::array<double, particle_count>, vector_count> coefficients{};
    [[nodiscard]] double coefficient(int vector, int place) const { return coefficients[vector][place]; }
};

/// Returns the vectors of an element whose particles have the positions at(place).
template <class Measure, class Stencil>
[[nodiscard, gnu::always_inline]] inline typename Measure::Vectors vectors_at(const Stencil& stencil, const auto& at)
{
    typename Measure::Vectors vectors;
    for (int e = 0; e < Measure::vectors; ++e) {
        if constexpr (requires { Stencil::ends_of(e); }) {
            vectors[e] = at(Stencil::ends_of(e)[1]) - at(Stencil::ends_of(e)[0]);
            continue;
        }
        vectors[e].setZero();
        for (int place = 0; place < Stencil::particles; ++place)
            vectors[e] += stencil.coefficient(e, place) * at(place);
    }
    return vectors;
}

}  // namespace tulle
