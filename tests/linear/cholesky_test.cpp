#include "linear/cholesky.hpp"

#include "support/dense_algebra.hpp"
#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::chain_pattern;
using testing::decoupled;
using testing::dense;
using testing::flatten;
using testing::grid_pattern;
using testing::matrix_of;
using testing::Pattern;
using testing::random_spd;
using testing::RandomValues;
using testing::relative_difference;
using testing::shared_pattern;
using testing::some_fixed;

template <class Value>
Eigen::MatrixXd inverse_of(Cholesky<Value>& cholesky, std::size_t n)
{
    return matrix_of(n, [&](const std::vector<Vec3>& r, std::vector<Vec3>& z) { cholesky.apply(r, z); });
}

template <class Value>
class EveryCholesky : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryCholesky, Values);

TYPED_TEST(EveryCholesky, SolvesExactly)
{
    RandomValues random(1);
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(9, 8), seed);
        Cholesky<TypeParam> cholesky(A.pattern);
        cholesky.refresh(A, {});
        const std::vector<Vec3> r = random.vectors(A.rows());
        std::vector<Vec3> z(A.rows());
        cholesky.apply(r, z);
        EXPECT_LT(relative_difference(dense(A) * flatten(z), flatten(r)), 1e-13);
    }
}

TYPED_TEST(EveryCholesky, SolvesPatternsOfEveryKind)
{
    for (const Pattern& pattern : {shared_pattern(1, {}), shared_pattern(5, {}), chain_pattern(2), chain_pattern(30),
                                   shared_pattern(6, {{0, 5}, {1, 5}, {2, 5}, {3, 5}, {4, 5}}),
                                   shared_pattern(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}})}) {
        const Csr<TypeParam> A = random_spd<TypeParam>(pattern, 6);
        Cholesky<TypeParam> cholesky(pattern);
        cholesky.refresh(A, {});
        EXPECT_LT(relative_difference(inverse_of(cholesky, A.rows()), testing::inverse(dense(A))), 1e-12);
    }
}

TYPED_TEST(EveryCholesky, FixedParticlesAreDecoupled)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(5, 4), 7);
    const std::vector<unsigned char> fixed = some_fixed(20, 8);
    Cholesky<TypeParam> cholesky(A.pattern);
    cholesky.refresh(A, fixed);
    EXPECT_LT(relative_difference(inverse_of(cholesky, 20), testing::inverse(decoupled(dense(A), fixed))), 1e-12);
}

TYPED_TEST(EveryCholesky, ForgetsTheMatrixBefore)
{
    const Csr<TypeParam> first = random_spd<TypeParam>(grid_pattern(4, 4), 9);
    const Csr<TypeParam> second = random_spd<TypeParam>(first.pattern, 10);
    Cholesky<TypeParam> cholesky(first.pattern);
    cholesky.refresh(first, some_fixed(16, 11));
    cholesky.refresh(second, {});
    EXPECT_LT(relative_difference(inverse_of(cholesky, 16), testing::inverse(dense(second))), 1e-12);
}

TYPED_TEST(EveryCholesky, MayWorkInPlace)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(4, 3), 12);
    Cholesky<TypeParam> cholesky(A.pattern);
    cholesky.refresh(A, {});
    RandomValues random(13);
    const std::vector<Vec3> r = random.vectors(A.rows());
    std::vector<Vec3> z(A.rows());
    cholesky.apply(r, z);
    std::vector<Vec3> in_place = r;
    cholesky.apply(in_place, in_place);
    EXPECT_EQ(in_place, z);
}

TYPED_TEST(EveryCholesky, ShiftsAnIndefiniteMatrixUntilItIsDefinite)
{
    Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(4, 4), 14);
    for (std::size_t i = 0; i < A.rows(); ++i) A.diagonal(i) *= 0.2;
    ASSERT_LT(testing::smallest_eigenvalue(dense(A)), 0);
    Cholesky<TypeParam> cholesky(A.pattern);
    cholesky.refresh(A, {});
    const Eigen::MatrixXd inverse = inverse_of(cholesky, A.rows());
    EXPECT_LT(relative_difference(inverse, inverse.transpose()), 1e-11);
    EXPECT_GT(testing::smallest_eigenvalue(inverse), 0);

    const Csr<TypeParam> definite = random_spd<TypeParam>(A.pattern, 15);
    cholesky.refresh(definite, {});
    EXPECT_LT(relative_difference(inverse_of(cholesky, A.rows()), testing::inverse(dense(definite))), 1e-12)
        << "a shift must not outlive the matrix that needed it";
}

TYPED_TEST(EveryCholesky, EndsOnAMatrixWithANegativeDiagonal)
{
    // What the exact Jacobian of strongly compressed springs can be. Any positive definite answer is a good one.
    Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(3, 3), 16);
    A.diagonal(4) *= -1.0;
    Cholesky<TypeParam> cholesky(A.pattern);
    cholesky.refresh(A, {});
    const Eigen::MatrixXd inverse = inverse_of(cholesky, A.rows());
    EXPECT_GT(testing::smallest_eigenvalue(inverse), 0);
}

}  // namespace
}  // namespace tulle
