#include "linear/dense_eigenvalues.hpp"

#include <Eigen/Eigenvalues>

namespace tulle {

double largest_symmetric_eigenvalue(const Eigen::MatrixXd& A)
{
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

double largest_tridiagonal_eigenvalue(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& off)
{
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(diagonal, off, Eigen::EigenvaluesOnly);
    return solver.eigenvalues().maxCoeff();
}

SymmetricEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& A)
{
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(A);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

ComplexEigenpairs complex_eigenpairs(const Eigen::MatrixXd& A)
{
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(A);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

double spectral_radius(const Eigen::MatrixXd& A)
{
    return Eigen::EigenSolver<Eigen::MatrixXd>(A, false).eigenvalues().cwiseAbs().maxCoeff();
}

}  // namespace tulle
