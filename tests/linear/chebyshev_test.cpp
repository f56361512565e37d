#include "linear/chebyshev.hpp"

#include "support/cloth_matrices.hpp"
#include "support/dense_algebra.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::cloth_matrix;
using testing::dense;
using testing::flatten;
using testing::matrix_of;
using testing::RandomValues;
using testing::relative_difference;

template <class Value>
class EveryChebyshev : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryChebyshev, Values);

/// Eigenvalues of D^-1 A, ascending.
template <class Value>
Eigen::VectorXd scaled_spectrum(const Csr<Value>& A)
{
    const Eigen::MatrixXd full = dense(A);
    Eigen::MatrixXd diagonal = Eigen::MatrixXd::Zero(full.rows(), full.cols());
    for (Eigen::Index i = 0; i < full.rows(); i += 3) diagonal.block<3, 3>(i, i) = full.block<3, 3>(i, i);
    return testing::generalized_eigenvalues(full, diagonal);
}

TYPED_TEST(EveryChebyshev, BoundsTheEigenvaluesClosely)
{
    for (const double shear : {10.0, 200.0, 1000.0}) {
        const Csr<TypeParam> A = cloth_matrix<TypeParam>(10, {.shear = shear});
        Chebyshev<TypeParam> smoother(A.rows());
        SmootherScratch scratch(A.rows());
        smoother.refresh(A, scratch);
        const Eigen::VectorXd spectrum = scaled_spectrum(A);
        const double largest = spectrum[spectrum.size() - 1];
        EXPECT_GE(smoother.bound(), largest) << shear;
        EXPECT_LE(smoother.bound(), 1.2 * largest) << shear;
    }
}

TYPED_TEST(EveryChebyshev, IsASymmetricPositiveDefiniteStep)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(9);
    Chebyshev<TypeParam> smoother(A.rows());
    SmootherScratch scratch(A.rows());
    smoother.refresh(A, scratch);
    const Eigen::MatrixXd Q = matrix_of(
        A.rows(), [&](const std::vector<Vec3>& b, std::vector<Vec3>& x) { smoother.smooth_zero(A, b, x, scratch); });
    EXPECT_LT(relative_difference(Q, Q.transpose()), 1e-12);
    EXPECT_GT(testing::smallest_eigenvalue(Q), 0);
    // 1 - t q(t) within (-1, 1): smoothing twice never makes an error larger.
    EXPECT_LT(testing::spectral_radius(Eigen::MatrixXd::Identity(Q.rows(), Q.cols()) - Q * dense(A)), 1);
}

TYPED_TEST(EveryChebyshev, GoesOnFromWhereItIs)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(12);
    Chebyshev<TypeParam> smoother(A.rows());
    SmootherScratch scratch(A.rows());
    smoother.refresh(A, scratch);
    RandomValues random(1);
    const std::vector<Vec3> b = random.vectors(A.rows());
    std::vector<Vec3> from_zero(A.rows(), Vec3::Constant(5));
    std::vector<Vec3> x(A.rows(), Vec3::Zero());
    smoother.smooth_zero(A, b, from_zero, scratch);
    smoother.smooth(A, b, x, scratch);
    EXPECT_LT(relative_difference(flatten(x), flatten(from_zero)), 1e-14);

    const Eigen::VectorXd solution = testing::definite_solution(dense(A), flatten(b));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = solution.segment<3>(3 * static_cast<Eigen::Index>(i));
    smoother.smooth(A, b, x, scratch);
    EXPECT_LT(relative_difference(flatten(x), solution), 1e-9) << "the solution stays";
}

TYPED_TEST(EveryChebyshev, WipesOutRoughErrors)
{
    const int side = 24;
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(side, {.wave = 0});
    Chebyshev<TypeParam> smoother(A.rows());
    SmootherScratch scratch(A.rows());
    smoother.refresh(A, scratch);
    std::vector<Vec3> x;
    for (int i = 0; i < side * side; ++i) x.push_back(Vec3::Constant((i % side + i / side) % 2 == 0 ? 1 : -1));
    const double before = flatten(x).norm();
    smoother.smooth(A, std::vector<Vec3>(A.rows(), Vec3::Zero()), x, scratch);
    EXPECT_LT(flatten(x).norm(), 0.4 * before);
}

TYPED_TEST(EveryChebyshev, BoundsIndefiniteMatricesToo)
{
    Csr<TypeParam> A = cloth_matrix<TypeParam>(10);
    for (std::size_t i = 0; i < A.rows(); ++i) A.diagonal(i) *= 0.4;
    Chebyshev<TypeParam> smoother(A.rows());
    SmootherScratch scratch(A.rows());
    smoother.refresh(A, scratch);
    const Eigen::VectorXd spectrum = scaled_spectrum(A);
    ASSERT_LT(spectrum[0], 0);
    EXPECT_GE(smoother.bound(), spectrum[spectrum.size() - 1]);
}

}  // namespace
}  // namespace tulle
