#pragma once
// Eigenvalues of small dense matrices by Eigen's solvers. Only one source file instantiates the templates of these
// solvers, because each source file that names them takes seconds longer to compile.

#include <Eigen/Core>

namespace tulle {

/// The largest eigenvalue of a symmetric matrix.
[[nodiscard]] double largest_symmetric_eigenvalue(const Eigen::MatrixXd& A);

/// The largest eigenvalue of the symmetric tridiagonal matrix with this diagonal and off-diagonal.
[[nodiscard]] double largest_tridiagonal_eigenvalue(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& off);

struct SymmetricEigenpairs {
    Eigen::VectorXd values;   // in ascending order
    Eigen::MatrixXd vectors;  // columns of length one, in the order of the values
};
[[nodiscard]] SymmetricEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& A);

struct ComplexEigenpairs {
    Eigen::VectorXcd values;
    Eigen::MatrixXcd vectors;  // columns of length one, in the order of the values
};
/// Returns the eigenpairs of a matrix that need not be symmetric.
[[nodiscard]] ComplexEigenpairs complex_eigenpairs(const Eigen::MatrixXd& A);

/// The largest modulus of an eigenvalue of a matrix that need not be symmetric.
[[nodiscard]] double spectral_radius(const Eigen::MatrixXd& A);

}  // namespace tulle
