#include "linear/jacobi.hpp"

#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::chain_pattern;
using testing::dense;
using testing::flatten;
using testing::grid_pattern;
using testing::matrix_of;
using testing::random_spd;
using testing::RandomValues;
using testing::relative_difference;
using testing::shared_pattern;

template <class Value>
class EveryJacobi : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryJacobi, Values);

TYPED_TEST(EveryJacobi, InvertsTheDiagonal)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(5, 4), 1);
    Jacobi<TypeParam> jacobi(A.rows());
    jacobi.refresh(A, {});
    const Eigen::MatrixXd inverse =
        matrix_of(A.rows(), [&](const std::vector<Vec3>& r, std::vector<Vec3>& z) { jacobi.apply(r, z); });

    const Eigen::MatrixXd full = dense(A);
    Eigen::MatrixXd diagonal = Eigen::MatrixXd::Zero(full.rows(), full.cols());
    for (Eigen::Index i = 0; i < full.rows(); i += 3) diagonal.block<3, 3>(i, i) = full.block<3, 3>(i, i);
    EXPECT_LT(relative_difference(inverse * diagonal, Eigen::MatrixXd::Identity(full.rows(), full.cols())), 1e-13);
}

TYPED_TEST(EveryJacobi, SolvesUncoupledParticlesExactly)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(shared_pattern(6, {}), 2);
    Jacobi<TypeParam> jacobi(A.rows());
    jacobi.refresh(A, {});
    RandomValues random(3);
    const std::vector<Vec3> r = random.vectors(A.rows());
    std::vector<Vec3> z(A.rows());
    jacobi.apply(r, z);
    EXPECT_LT(relative_difference(dense(A) * flatten(z), flatten(r)), 1e-13);
}

TYPED_TEST(EveryJacobi, TakesNewValues)
{
    Jacobi<TypeParam> jacobi(6);
    Csr<TypeParam> A = random_spd<TypeParam>(chain_pattern(6), 4);
    jacobi.refresh(A, {});
    RandomValues random(5);
    const std::vector<Vec3> r = random.vectors(6);
    std::vector<Vec3> z(6);
    jacobi.apply(r, z);
    for (TypeParam& value : A.value) value *= 4.0;
    jacobi.refresh(A, {});
    std::vector<Vec3> quarter(6);
    jacobi.apply(r, quarter);
    EXPECT_LT(relative_difference(4.0 * flatten(quarter), flatten(z)), 1e-14);
}

}  // namespace
}  // namespace tulle
