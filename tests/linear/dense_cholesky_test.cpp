#include "linear/dense_cholesky.hpp"

#include "support/dense_algebra.hpp"
#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tulle {
namespace {

using testing::dense;
using testing::grid_pattern;
using testing::matrix_of;
using testing::random_spd;
using testing::relative_difference;

template <class Value>
Eigen::MatrixXd inverse_of(const DenseCholesky<Value>& cholesky, std::size_t n)
{
    return matrix_of(n, [&](const std::vector<Vec3>& r, std::vector<Vec3>& z) { cholesky.apply(r, z); });
}

template <class Value>
class EveryDenseCholesky : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryDenseCholesky, Values);

TYPED_TEST(EveryDenseCholesky, Inverts)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(6, 5), seed);
        DenseCholesky<TypeParam> cholesky(A.rows());
        cholesky.refresh(random_spd<TypeParam>(A.pattern, 77));  // must be forgotten
        cholesky.refresh(A);
        EXPECT_LT(relative_difference(inverse_of(cholesky, A.rows()), testing::inverse(dense(A))), 1e-12);
    }
}

TYPED_TEST(EveryDenseCholesky, ShiftsWhatIsNotPositiveDefinite)
{
    Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(4, 4), 4);
    A.diagonal(5) *= -1.0;
    DenseCholesky<TypeParam> cholesky(A.rows());
    cholesky.refresh(A);
    const Eigen::MatrixXd inverse = inverse_of(cholesky, A.rows());
    EXPECT_GT(testing::smallest_eigenvalue(inverse), 0);
    // The same for every particle: A plus a multiple of the identity.
    const Eigen::MatrixXd added = testing::inverse(inverse) - dense(A);
    EXPECT_GT(added(0, 0), 0);
    EXPECT_LT(relative_difference(added, added(0, 0) * Eigen::MatrixXd::Identity(added.rows(), added.cols())), 1e-9);
}

TYPED_TEST(EveryDenseCholesky, ReturnsFromMatricesThatAreNoNumbers)
{
    for (const double bad : {0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(3, 2), 5);
        for (TypeParam& value : A.value) value *= bad;
        DenseCholesky<TypeParam> cholesky(A.rows());
        cholesky.refresh(A);
        const Eigen::MatrixXd inverse = inverse_of(cholesky, A.rows());
        EXPECT_LT(relative_difference(inverse, Eigen::MatrixXd::Identity(inverse.rows(), inverse.cols())), 1e-15);
    }
}

}  // namespace
}  // namespace tulle
