#include "linear/matrix_entry.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace tulle {

bool invert_factor(const Mat3& entry, const Mat3& original, Mat3& inverse)
{
    const Eigen::LLT<Mat3> llt(entry);
    if (llt.info() != Eigen::Success) return false;
    const Mat3 L = llt.matrixL();
    if (!(L.diagonal().minCoeff() > 1e-6 * std::sqrt(std::abs(original.trace())))) return false;
    inverse = L.triangularView<Eigen::Lower>().solve(Mat3::Identity());
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
