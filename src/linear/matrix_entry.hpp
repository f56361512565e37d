#pragma once
// What the preconditioners do with one entry of a matrix, a number or a 3 x 3 block.

#include <tulle/math.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <cmath>

namespace tulle {

inline double transposed(double a) { return a; }
inline auto transposed(const Mat3& a) { return a.transpose(); }
inline void set_zero(double& a) { a = 0; }
inline void set_zero(Mat3& a) { a.setZero(); }
inline void set_identity(double& a) { a = 1; }
inline void set_identity(Mat3& a) { a.setIdentity(); }
inline void add_to_diagonal(double& a, double shift) { a += shift; }
inline void add_to_diagonal(Mat3& a, double shift) { a.diagonal().array() += shift; }

/// Inverse of a symmetric entry, made positive definite where it is not: whatever a matrix has on its diagonal, what
/// comes out is finite and can precondition.
[[nodiscard]] inline double safe_inverse(double a)
{
    const double size = std::abs(a);
    return std::isfinite(size) && std::isfinite(1 / size) ? 1 / size : 1.0;
}

[[nodiscard]] inline Mat3 safe_inverse(const Mat3& a)
{
    const Mat3 symmetric = 0.5 * (a + a.transpose());
    const double size = std::abs(symmetric.trace());
    constexpr double smallest = 1e-280;  // its inverse has a square root's room left
    const Eigen::LLT<Mat3> llt(symmetric);
    if (llt.info() == Eigen::Success && size > smallest) {
        const Mat3 L = llt.matrixL();
        if (L.diagonal().minCoeff() > 1e-6 * std::sqrt(size)) {
            const Mat3 inverse = L.triangularView<Eigen::Lower>().solve(Mat3::Identity());
            return inverse.transpose() * inverse;
        }
    }
    // Directions that push the wrong way, or not at all, count as if they held a little.
    if (!symmetric.allFinite() || !(symmetric.cwiseAbs().maxCoeff() > smallest)) return Mat3::Identity();
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(symmetric);
    const Vec3 sizes = solver.eigenvalues().cwiseAbs();
    const Vec3 safe = sizes.cwiseMax(1e-3 * sizes.maxCoeff());
    return solver.eigenvectors() * safe.cwiseInverse().asDiagonal() * solver.eigenvectors().transpose();
}

}  // namespace tulle
