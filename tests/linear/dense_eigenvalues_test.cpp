// Eigenvalues of matrices that have known ones: second differences, and turns.

#include "linear/dense_eigenvalues.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace tulle {
namespace {

constexpr int differences_size = 12;

/// 2 on the diagonal, -1 beside it: eigenvalues 2 - 2 cos(k pi/(n + 1)), k = 1..n.
Eigen::MatrixXd second_differences()
{
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(differences_size, differences_size);
    for (int i = 0; i < differences_size; ++i) {
        A(i, i) = 2;
        if (i > 0) A(i, i - 1) = A(i - 1, i) = -1;
    }
    return A;
}

double difference_eigenvalue(int k) { return 2 - 2 * std::cos(k * std::numbers::pi / (differences_size + 1)); }

/// A turn by 0.7 that lengthens by 1.5, in a plane of four dimensions, and shears of its neighbours.
Eigen::MatrixXd turning_matrix()
{
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(4, 4);
    A(0, 0) = A(1, 1) = 1.5 * std::cos(0.7);
    A(1, 0) = 1.5 * std::sin(0.7);
    A(0, 1) = -A(1, 0);
    A(2, 2) = 0.5;
    A(3, 3) = -0.25;
    A(0, 3) = A(2, 3) = 1;
    return A;
}

TEST(DenseEigenvalues, AreThoseOfSecondDifferences)
{
    const Eigen::MatrixXd A = second_differences();
    const double largest = difference_eigenvalue(differences_size);
    EXPECT_NEAR(largest_symmetric_eigenvalue(A), largest, 1e-13);
    const Eigen::VectorXd diagonal = A.diagonal();
    const Eigen::VectorXd off = A.diagonal(1);
    EXPECT_NEAR(largest_tridiagonal_eigenvalue(diagonal, off), largest, 1e-13);
    EXPECT_NEAR(spectral_radius(A), largest, 1e-13);
}

TEST(DenseEigenvalues, OfASymmetricMatrixComeInOrderWithTheirVectors)
{
    const Eigen::MatrixXd A = second_differences();
    const SymmetricEigenpairs pairs = symmetric_eigenpairs(A);
    ASSERT_EQ(pairs.values.size(), differences_size);
    for (int k = 0; k < differences_size; ++k) {
        EXPECT_NEAR(pairs.values[k], difference_eigenvalue(k + 1), 1e-13) << k;
        const Eigen::VectorXd v = pairs.vectors.col(k);
        EXPECT_NEAR(v.norm(), 1, 1e-13);
        EXPECT_LT((A * v - pairs.values[k] * v).norm(), 1e-13);
    }
}

TEST(DenseEigenvalues, OfATurnAreComplexWithTheirVectors)
{
    const Eigen::MatrixXd A = turning_matrix();
    const ComplexEigenpairs pairs = complex_eigenpairs(A);
    ASSERT_EQ(pairs.values.size(), 4);
    int turns = 0;
    for (int k = 0; k < 4; ++k) {
        const Eigen::VectorXcd v = pairs.vectors.col(k);
        EXPECT_NEAR(v.norm(), 1, 1e-13);
        EXPECT_LT((A.cast<std::complex<double>>() * v - pairs.values[k] * v).norm(), 1e-13);
        if (std::abs(pairs.values[k].imag()) > 0.1) {
            EXPECT_NEAR(std::abs(std::arg(pairs.values[k])), 0.7, 1e-13);
            ++turns;
        }
    }
    EXPECT_EQ(turns, 2);
    EXPECT_NEAR(spectral_radius(A), 1.5, 1e-13);
}

}  // namespace
}  // namespace tulle
