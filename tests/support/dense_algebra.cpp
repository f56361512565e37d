#include "support/dense_algebra.hpp"

#include <Eigen/Dense>

#include <cmath>

namespace tulle::testing {

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A)
{
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

double smallest_eigenvalue(const Eigen::MatrixXd& symmetric) { return symmetric_eigenvalues(symmetric).minCoeff(); }

double largest_eigenvalue(const Eigen::MatrixXd& symmetric) { return symmetric_eigenvalues(symmetric).maxCoeff(); }

Eigen::MatrixXd symmetric_eigenvectors(const Eigen::MatrixXd& A)
{
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A).eigenvectors();
}

Eigen::VectorXd generalized_eigenvalues(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B)
{
    return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(A, B, Eigen::EigenvaluesOnly).eigenvalues();
}

double spectral_radius(const Eigen::MatrixXd& A)
{
    // |A^k|^(1/k) for k = 2^30, by squaring (Gelfand's formula).
    Eigen::MatrixXd power = A;
    double logarithm = 0;  // of what was divided out, for A itself
    double part = 1;
    for (int squarings = 0; squarings < 30; ++squarings) {
        const double size = power.norm();
        if (size == 0) return 0;
        logarithm += part * std::log(size);
        power /= size;
        power = (power * power).eval();
        part /= 2;
    }
    return std::exp(logarithm);
}

Eigen::MatrixXd inverse(const Eigen::MatrixXd& A) { return A.inverse(); }

Eigen::VectorXd definite_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) { return A.llt().solve(b); }

Eigen::VectorXd least_squares_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b)
{
    // (A^T A)^-1 A^T b where A^T A can be inverted, nothing along its other eigenvectors.
    const Eigen::MatrixXd square = A.transpose() * A;
    const Eigen::VectorXd values = symmetric_eigenvalues(square);
    const Eigen::MatrixXd vectors = symmetric_eigenvectors(square);
    Eigen::VectorXd parts = vectors.transpose() * (A.transpose() * b);
    for (Eigen::Index k = 0; k < parts.size(); ++k)
        parts[k] = values[k] > 1e-12 * values.maxCoeff() ? parts[k] / values[k] : 0;
    return vectors * parts;
}

}  // namespace tulle::testing
