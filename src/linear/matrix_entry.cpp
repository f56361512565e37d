#include "linear/matrix_entry.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace tulle {

bool invert_factor(const Mat3& entry, const Mat3& original, Mat3& inverse)
{
    // The order of operations is that of Eigen's LLT and triangular solve, so that tests can compare bits.
    const double l00 = std::sqrt(entry(0, 0));
    const double l10 = entry(1, 0) / l00, l20 = entry(2, 0) / l00;
    const double l11 = std::sqrt(entry(1, 1) - l10 * l10);
    const double l21 = (entry(2, 1) - l20 * l10) / l11;
    const double l22 = std::sqrt(entry(2, 2) - (l20 * l20 + l21 * l21));
    // A pivot that is not positive has made one of the three not a number, or zero.
    const double least = 1e-6 * std::sqrt(std::abs(original.trace()));
    if (!(l00 > least && l11 > least && l22 > least)) return false;
    const double i00 = 1 / l00, i11 = 1 / l11, i22 = 1 / l22;
    const double i10 = (0 - i00 * l10) * i11;
    const double i20 = ((0 - i00 * l20) - i10 * l21) * i22;
    const double i21 = (0 - i11 * l21) * i22;
    inverse << i00, 0, 0, i10, i11, 0, i20, i21, i22;
    return true;
}

Mat3 safe_inverse(const Mat3& a)
{
    const Mat3 symmetric = 0.5 * (a + a.transpose());
    constexpr double smallest = 1e-280;  // for entries above this, the inverse does not overflow
    Mat3 factor;
    if (std::abs(symmetric.trace()) > smallest && invert_factor(symmetric, symmetric, factor))
        return factor.transpose() * factor;
    // Eigenvalues are replaced by their absolute values, and by at least 1e-3 of the largest one: directions of
    // negative or zero stiffness then count as stiff.
    if (!symmetric.allFinite() || !(symmetric.cwiseAbs().maxCoeff() > smallest)) return Mat3::Identity();
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(symmetric);
    const Vec3 sizes = solver.eigenvalues().cwiseAbs();
    const Vec3 safe = sizes.cwiseMax(1e-3 * sizes.maxCoeff());
    return solver.eigenvectors() * safe.cwiseInverse().asDiagonal() * solver.eigenvectors().transpose();
}

}  // namespace tulle
