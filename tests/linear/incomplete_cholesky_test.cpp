#include "linear/incomplete_cholesky.hpp"

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
using testing::on_pattern;
using testing::random_spd;
using testing::RandomValues;
using testing::relative_difference;
using testing::shared_pattern;
using testing::some_fixed;

/// L L^T, from what applying its inverse does.
template <class Value>
Eigen::MatrixXd product_of_factors(IncompleteCholesky<Value>& ic, std::size_t n)
{
    return testing::inverse(matrix_of(n, [&](const std::vector<Vec3>& r, std::vector<Vec3>& z) { ic.apply(r, z); }));
}

template <class Value>
class EveryIncompleteCholesky : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryIncompleteCholesky, Values);

TYPED_TEST(EveryIncompleteCholesky, ReproducesTheMatrixOnItsPattern)
{
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(5, 6), seed);
        IncompleteCholesky<TypeParam> ic(A.pattern);
        ic.refresh(A, {});
        ASSERT_EQ(ic.shift(), 0.0);
        const Eigen::MatrixXd product = product_of_factors(ic, A.rows());
        EXPECT_LT(relative_difference(on_pattern(*A.pattern, product), dense(A)), 1e-12);
        EXPECT_GT(relative_difference(product, dense(A)), 1e-3) << "a grid has fill, which must have been dropped";
    }
}

TYPED_TEST(EveryIncompleteCholesky, IsSymmetricAndPositiveDefinite)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(6, 4), 6);
    IncompleteCholesky<TypeParam> ic(A.pattern);
    ic.refresh(A, {});
    const Eigen::MatrixXd product = product_of_factors(ic, A.rows());
    EXPECT_LT(relative_difference(product, product.transpose()), 1e-13);
    EXPECT_GT(testing::smallest_eigenvalue(product), 0);
}

/// A chain, and two more that are coupled with all of it, as the particles of a rigid body are: no fill either.
TYPED_TEST(EveryIncompleteCholesky, IsExactWithRowsThatAreCoupledWithEverything)
{
    constexpr int chain = 80;
    std::vector<std::pair<int, int>> couplings;
    for (int i = 0; i < chain; ++i) {
        if (i > 0) couplings.emplace_back(i - 1, i);
        for (const int last : {chain, chain + 1}) couplings.emplace_back(i, last);
    }
    couplings.emplace_back(chain, chain + 1);
    const Csr<TypeParam> A = random_spd<TypeParam>(shared_pattern(chain + 2, couplings), 9);
    IncompleteCholesky<TypeParam> ic(A.pattern);
    ic.refresh(A, {});
    ASSERT_EQ(ic.shift(), 0.0);
    RandomValues random(10);
    const std::vector<Vec3> r = random.vectors(A.rows());
    std::vector<Vec3> z(A.rows());
    ic.apply(r, z);
    EXPECT_LT(relative_difference(dense(A) * flatten(z), flatten(r)), 1e-12);
}

TYPED_TEST(EveryIncompleteCholesky, IsExactWhereThereIsNoFill)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(chain_pattern(25), 7);
    IncompleteCholesky<TypeParam> ic(A.pattern);
    ic.refresh(A, {});
    RandomValues random(8);
    const std::vector<Vec3> r = random.vectors(A.rows());
    std::vector<Vec3> z(A.rows());
    ic.apply(r, z);
    EXPECT_LT(relative_difference(dense(A) * flatten(z), flatten(r)), 1e-13);
}

TYPED_TEST(EveryIncompleteCholesky, FixedParticlesAreDecoupled)
{
    // A chain has no fill, with or without gaps: the answer is exact.
    const Csr<TypeParam> chain = random_spd<TypeParam>(chain_pattern(20), 9);
    const std::vector<unsigned char> fixed = some_fixed(20, 10);
    IncompleteCholesky<TypeParam> exact(chain.pattern);
    exact.refresh(chain, fixed);
    EXPECT_LT(relative_difference(product_of_factors(exact, 20), decoupled(dense(chain), fixed)), 1e-12);

    const Csr<TypeParam> grid = random_spd<TypeParam>(grid_pattern(5, 4), 11);
    IncompleteCholesky<TypeParam> ic(grid.pattern);
    ic.refresh(grid, fixed);
    const Eigen::MatrixXd product = product_of_factors(ic, 20);
    EXPECT_LT(relative_difference(on_pattern(*grid.pattern, product), decoupled(dense(grid), fixed)), 1e-12);
    EXPECT_LT(relative_difference(decoupled(product, fixed), product), 1e-12);
}

TYPED_TEST(EveryIncompleteCholesky, ForgetsTheMatrixBefore)
{
    const Csr<TypeParam> first = random_spd<TypeParam>(grid_pattern(4, 4), 12);
    const Csr<TypeParam> second = random_spd<TypeParam>(first.pattern, 13);
    IncompleteCholesky<TypeParam> reused(first.pattern);
    IncompleteCholesky<TypeParam> fresh(first.pattern);
    reused.refresh(first, some_fixed(16, 14));
    reused.refresh(second, {});
    fresh.refresh(second, {});
    EXPECT_EQ(product_of_factors(reused, 16), product_of_factors(fresh, 16));
}

/// Positive definite (smallest eigenvalue 3 - 2 sqrt(2)), yet its incomplete factorisation meets a pivot of -5.
/// D. S. Kershaw, The incomplete Cholesky-conjugate gradient method, J. Comput. Phys. 26 (1978).
template <class Value>
Csr<Value> kershaw_matrix()
{
    Csr<Value> A(shared_pattern(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
    const auto set = [&](int i, int j, double value) {
        if constexpr (std::is_same_v<Value, double>) {
            A.value[A.pattern->slot(i, j)] = value;
        } else {
            A.value[A.pattern->slot(i, j)] = value * Mat3::Identity();
        }
    };
    for (int i = 0; i < 4; ++i) {
        const int next = (i + 1) % 4;
        set(i, i, 3);
        set(i, next, i == 3 ? 2 : -2);
        set(next, i, i == 3 ? 2 : -2);
    }
    return A;
}

TYPED_TEST(EveryIncompleteCholesky, ShiftsTheDiagonalWhereItWouldBreakDown)
{
    const Csr<TypeParam> A = kershaw_matrix<TypeParam>();
    ASSERT_GT(testing::smallest_eigenvalue(dense(A)), 0);
    IncompleteCholesky<TypeParam> ic(A.pattern);
    ic.refresh(A, {});
    EXPECT_GT(ic.shift(), 0);
    const Eigen::MatrixXd product = product_of_factors(ic, 4);
    EXPECT_GT(testing::smallest_eigenvalue(product), 0);
    Eigen::MatrixXd shifted = dense(A);
    shifted.diagonal() *= 1 + ic.shift();
    EXPECT_LT(relative_difference(on_pattern(*A.pattern, product), shifted), 1e-12);

    Csr<TypeParam> easier = A;
    for (std::size_t i = 0; i < 4; ++i) easier.diagonal(i) *= 3.0;
    ic.refresh(easier, {});
    EXPECT_EQ(ic.shift(), 0.0) << "a shift must not outlive the matrix that needed it";
}

TYPED_TEST(EveryIncompleteCholesky, EndsOnAMatrixWithANegativeDiagonal)
{
    // What the exact Jacobian of strongly compressed springs can be. Any positive definite answer is a good one.
    Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(3, 3), 15);
    A.diagonal(4) *= -1.0;
    IncompleteCholesky<TypeParam> ic(A.pattern);
    ic.refresh(A, {});
    const Eigen::MatrixXd product = product_of_factors(ic, A.rows());
    EXPECT_GT(testing::smallest_eigenvalue(product), 0);
}

}  // namespace
}  // namespace tulle
