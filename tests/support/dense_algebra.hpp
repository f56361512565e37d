#pragma once
// Dense matrices of doubles and what Eigen's solvers say of them: the obvious versions that sparse ones are held to.
// They are compiled once, in a source of their own: with optimisation that takes seconds.

#include <Eigen/Core>

namespace tulle::testing {

/// Of a symmetric matrix, in ascending order.
[[nodiscard]] Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);

[[nodiscard]] double smallest_eigenvalue(const Eigen::MatrixXd& symmetric);
[[nodiscard]] double largest_eigenvalue(const Eigen::MatrixXd& symmetric);

/// Columns of length one in the order of the eigenvalues.
[[nodiscard]] Eigen::MatrixXd symmetric_eigenvectors(const Eigen::MatrixXd& A);

/// x with A v = x B v for some v, in ascending order; A symmetric, B positive definite.
[[nodiscard]] Eigen::VectorXd generalized_eigenvalues(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// Largest modulus of an eigenvalue to about 1e-7 of it; A need not be symmetric.
[[nodiscard]] double spectral_radius(const Eigen::MatrixXd& A);

[[nodiscard]] Eigen::MatrixXd inverse(const Eigen::MatrixXd& A);

/// A^-1 b for a positive definite A.
[[nodiscard]] Eigen::VectorXd definite_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// The shortest of the vectors x for which |A x - b| is smallest; for A of moderate condition.
[[nodiscard]] Eigen::VectorXd least_squares_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace tulle::testing
