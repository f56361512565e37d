#pragma once
// What every elastic element must satisfy, and where a mesh of them comes to rest.

#include "forces/force_field.hpp"
#include "linear/cholesky.hpp"
#include "support/dense_algebra.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

namespace tulle::testing {

using Positions = std::vector<Vec3>;

inline Positions force_of(ForceField& field, const Positions& x, const Positions& v)
{
    Positions f(x.size());
    field.force(x, v, f);
    return f;
}

inline Positions force_of(ForceField& field, const Positions& x)
{
    return force_of(field, x, Positions(x.size(), Vec3::Zero()));
}

inline double size_of(const Positions& all)
{
    double squares = 0;
    for (const Vec3& one : all) squares += one.squaredNorm();
    return std::sqrt(squares);
}

inline double product(const Positions& a, const Positions& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
    return sum;
}

/// Every particle moved on its own.
inline Positions crumpled(const Positions& x, unsigned seed, double by)
{
    return shifted(x, by, RandomVectors(seed).vectors(x.size()));
}

inline Positions mapped(Positions x, const Mat3& map)
{
    for (Vec3& p : x) p = map * p;
    return x;
}

/// Central differences of polynomials of degree four over `h` [m], along random directions.
inline void expect_derivatives(ForceField& field, const Positions& x, double h, double tolerance)
{
    const Positions still(x.size(), Vec3::Zero()), v = RandomVectors(5).vectors(x.size());
    const Positions f = force_of(field, x);
    Csr<Mat3> by_x(field.pattern()), by_v(field.pattern());
    field.add_jacobian(x, still, JacobianTreatment::exact, 1, 0, by_x);
    field.add_jacobian(x, v, JacobianTreatment::exact, 0, 1, by_v);
    for (unsigned seed = 101; seed < 104; ++seed) {
        const Positions d = RandomVectors(seed).vectors(x.size());
        const Positions ahead = shifted(x, h, d), behind = shifted(x, -h, d);
        const double rounded = 1e-15 * field.energy(x) / h;
        EXPECT_NEAR((field.energy(ahead) - field.energy(behind)) / (2 * h), -product(f, d),
                    tolerance * size_of(f) * size_of(d) + rounded);
        const auto expect_change = [&](const Positions& above, const Positions& below, double by, const Csr<Mat3>& J) {
            Positions difference(x.size()), expected(x.size());
            J.multiply(d, expected);
            for (std::size_t i = 0; i < d.size(); ++i) difference[i] = (above[i] - below[i]) / (2 * by) - expected[i];
            EXPECT_LE(size_of(difference), tolerance * size_of(expected));
        };
        expect_change(force_of(field, ahead), force_of(field, behind), h, by_x);
        // Linear in velocities.
        expect_change(force_of(field, x, shifted(v, 1, d)), force_of(field, x, shifted(v, -1, d)), 1, by_v);
    }
}

/// -J of a field in full.
inline Eigen::MatrixXd stiffness_matrix(ForceField& field, const Positions& x, JacobianTreatment treatment)
{
    Csr<Mat3> J(field.pattern());
    field.add_jacobian(x, Positions(x.size(), Vec3::Zero()), treatment, -1, 0, J);
    const auto n = static_cast<Eigen::Index>(3 * x.size());
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(n, n);
    for (std::size_t i = 0; i < x.size(); ++i)
        for (int k = J.pattern->row_begin[i]; k < J.pattern->row_begin[i + 1]; ++k)
            full.block<3, 3>(static_cast<Eigen::Index>(3 * i), 3 * J.pattern->column[k]) = J.value[k];
    return full;
}

/// K of IMEX methods for all three coordinates.
inline Eigen::MatrixXd stiff_part(ForceField& field)
{
    Csr<double> K(field.pattern());
    field.add_stiff_linear(1, 0, K);
    const auto n = static_cast<Eigen::Index>(3 * K.rows());
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(n, n);
    for (std::size_t i = 0; i < K.rows(); ++i)
        for (int k = K.pattern->row_begin[i]; k < K.pattern->row_begin[i + 1]; ++k)
            full.block<3, 3>(static_cast<Eigen::Index>(3 * i), 3 * K.pattern->column[k]) =
                K.value[k] * Mat3::Identity();
    return full;
}

/// To rounding.
inline void expect_semidefinite(const Eigen::MatrixXd& A)
{
    EXPECT_LE((A - A.transpose()).norm(), 1e-13 * A.norm());
    const Eigen::VectorXd values = symmetric_eigenvalues(0.5 * (A + A.transpose()));
    EXPECT_GE(values.minCoeff(), -1e-12 * values.cwiseAbs().maxCoeff());
}

inline void expect_momentum_kept(const Positions& x, const Positions& f)
{
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    double size = 0, lever = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        sum += f[i];
        torque += x[i].cross(f[i]);
        size += f[i].norm();
        lever = std::max(lever, x[i].norm());
    }
    EXPECT_LE(sum.norm(), 1e-14 * size);
    EXPECT_LE(torque.norm(), 1e-13 * size * lever);
}

/// Neither moved nor moving as a whole costs a force; a metre aside and turned by any angle.
inline void expect_rigid_motions_are_free(ForceField& field, const Positions& rest)
{
    const Positions reference = force_of(field, mapped(rest, 1.1 * Mat3::Identity()));
    const Mat3 turn = Eigen::AngleAxisd(2.1, Vec3(1, -2, 2) / 3).toRotationMatrix();
    Positions x = mapped(rest, turn), v(rest.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] += Vec3(0.3, -0.5, 1);
        v[i] = Vec3(1, 2, 3) + Vec3(3, -1, 2).cross(x[i]);
    }
    EXPECT_LE(size_of(force_of(field, x, v)), 1e-12 * size_of(reference));
}

inline void expect_threads_change_no_bit(ForceField& field, const Positions& x)
{
    const Positions v = RandomVectors(9).vectors(x.size());
    const auto evaluate = [&](int threads) {
        const ThreadLimit limit(threads);
        std::vector<double> bits{field.energy(x)};
        const auto append = [&](const auto& values) {
            for (const auto& one : values) bits.insert(bits.end(), one.data(), one.data() + one.size());
        };
        append(force_of(field, x, v));
        for (const auto treatment : {JacobianTreatment::exact, JacobianTreatment::clamped}) {
            Csr<Mat3> A(field.pattern());
            field.add_jacobian(x, v, treatment, -0.1, -0.2, A);
            append(A.value);
        }
        return bits;
    };
    const std::vector<double> one = evaluate(1), two = evaluate(2);
    ASSERT_EQ(one.size(), two.size());
    EXPECT_EQ(std::memcmp(one.data(), two.data(), one.size() * sizeof(double)), 0);
}

/// Which coordinates of a particle stay where they are.
using Held = std::array<bool, 3>;

/// Where forces balance a load [N], from x by Newton's method; the mesh is stable on the way.
inline Positions at_rest_under(ForceField& field, Positions x, const Positions& load, const std::vector<Held>& held)
{
    const Positions still(x.size(), Vec3::Zero());
    Cholesky<Mat3> direct(field.pattern());
    const std::vector<unsigned char> none_fixed(x.size(), 0);
    const auto residual = [&] {
        Positions r = force_of(field, x);
        for (std::size_t i = 0; i < r.size(); ++i)
            for (int c = 0; c < 3; ++c) r[i][c] = held[i][c] ? 0 : r[i][c] + load[i][c];
        return r;
    };
    Positions r = residual(), step(x.size());
    // Newton's method squares errors: after a residual of 1e-5 one round more leaves rounding alone.
    for (int round = 0, left = 1; round < 30 && left >= 0; ++round) {
        if (size_of(r) <= 1e-5 * size_of(load)) --left;
        Csr<Mat3> K(field.pattern());
        field.add_jacobian(x, still, JacobianTreatment::exact, -1, 0, K);
        for (std::size_t i = 0; i < x.size(); ++i)
            for (int k = K.pattern->row_begin[i]; k < K.pattern->row_begin[i + 1]; ++k) {
                const auto j = static_cast<std::size_t>(K.pattern->column[k]);
                for (int c = 0; c < 3; ++c) {
                    if (held[i][c]) K.value[k].row(c).setZero();
                    if (held[j][c]) K.value[k].col(c).setZero();
                    if (i == j && held[i][c]) K.value[k](c, c) = 1;
                }
            }
        direct.refresh(K, none_fixed);
        direct.apply(r, step);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += step[i];
        r = residual();
    }
    EXPECT_LE(size_of(r), 1e-6 * size_of(load));
    return x;
}

}  // namespace tulle::testing
