#include "linear/csr.hpp"

#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tulle {
namespace {

using testing::chain_pattern;
using testing::dense;
using testing::flatten;
using testing::grid_pattern;
using testing::matrix_of;
using testing::Pattern;
using testing::random_spd;
using testing::RandomValues;
using testing::relative_difference;

/// Couplings as springs give them: some twice, some in both orders.
std::vector<std::pair<int, int>> random_couplings(int n, int count, RandomValues& random)
{
    std::vector<std::pair<int, int>> couplings;
    while (n > 1 && static_cast<int>(couplings.size()) < count) {
        const int i = random.integer(0, n - 1);
        const int j = random.integer(0, n - 1);
        if (i == j) continue;
        couplings.emplace_back(i, j);
        if (random.integer(0, 4) == 0) couplings.emplace_back(j, i);
        if (random.integer(0, 4) == 0) couplings.emplace_back(i, j);
    }
    return couplings;
}

TEST(MakePattern, IsTheSetOfAllCouplings)
{
    RandomValues random(1);
    for (const int n : {0, 1, 2, 3, 10, 40})
        for (const int count : {0, 1, n, 6 * n}) {
            const auto couplings = random_couplings(n, count, random);
            std::set<std::pair<int, int>> expected;
            for (int i = 0; i < n; ++i) expected.emplace(i, i);
            for (const auto& [i, j] : couplings) {
                expected.emplace(i, j);
                expected.emplace(j, i);
            }

            const SparsityPattern pattern = make_pattern(static_cast<std::size_t>(n), couplings);
            ASSERT_EQ(pattern.rows(), static_cast<std::size_t>(n));
            ASSERT_EQ(pattern.row_begin.size(), static_cast<std::size_t>(n) + 1);
            ASSERT_EQ(pattern.nonzeros(), expected.size());
            // A set is sorted by row, then column: the order that is promised.
            auto entry = expected.begin();
            for (int row = 0; row < n; ++row)
                for (int k = pattern.row_begin[row]; k < pattern.row_begin[row + 1]; ++k, ++entry) {
                    EXPECT_EQ(*entry, std::pair(row, pattern.column[k]));
                    EXPECT_EQ(pattern.slot(row, pattern.column[k]), k);
                    if (pattern.column[k] == row) {
                        EXPECT_EQ(pattern.diagonal[row], k);
                    }
                }
        }
}

TEST(MakePattern, DoesNotDependOnTheOrderOfCouplings)
{
    RandomValues random(2);
    auto couplings = random_couplings(30, 100, random);
    const SparsityPattern pattern = make_pattern(30, couplings);
    std::ranges::reverse(couplings);
    for (auto& [i, j] : couplings) std::swap(i, j);
    const SparsityPattern reversed = make_pattern(30, couplings);
    EXPECT_EQ(reversed.row_begin, pattern.row_begin);
    EXPECT_EQ(reversed.column, pattern.column);
    EXPECT_EQ(reversed.diagonal, pattern.diagonal);
}

#ifdef TULLE_ENABLE_ASSERTS
TEST(SparsityPatternDeathTest, RefusesWhatIsNotInThePattern)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const SparsityPattern pattern = make_pattern(3, std::vector<std::pair<int, int>>{{0, 1}});
    EXPECT_DEATH(static_cast<void>(pattern.slot(0, 2)), "assertion failed.* 0 2");
    EXPECT_DEATH(static_cast<void>(make_pattern(3, std::vector<std::pair<int, int>>{{1, 1}})),
                 "assertion failed.* 1 1");
}
#endif

template <class Value>
class EveryCsr : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryCsr, Values);

TYPED_TEST(EveryCsr, StartsAtZero)
{
    const Csr<TypeParam> A(grid_pattern(3, 4));
    EXPECT_EQ(dense(A), Eigen::MatrixXd::Zero(36, 36));
}

TYPED_TEST(EveryCsr, MultipliesLikeTheDenseMatrix)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(7, 5), 3);
    RandomValues random(4);
    const std::vector<Vec3> x = random.vectors(A.rows());
    std::vector<Vec3> y(A.rows(), Vec3::Constant(1e300));  // what was there must not matter
    A.multiply(x, y);
    EXPECT_LT(relative_difference(flatten(y), dense(A) * flatten(x)), 1e-14);
}

TYPED_TEST(EveryCsr, TellsXFromYAndZ)
{
    // Unsymmetric blocks: a transposed multiplication would show.
    Csr<TypeParam> A(chain_pattern(4));
    RandomValues random(5);
    for (TypeParam& value : A.value) {
        if constexpr (std::is_same_v<TypeParam, double>) {
            value = random.number(-1, 1);
        } else {
            value = random.matrix();
        }
    }
    const auto multiply = [&](const std::vector<Vec3>& in, std::vector<Vec3>& out) { A.multiply(in, out); };
    EXPECT_EQ(matrix_of(4, multiply), dense(A));
}

TYPED_TEST(EveryCsr, SetZeroClearsAndKeepsThePattern)
{
    Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(60, 50), 6);  // several blocks of work
    const Pattern pattern = A.pattern;
    A.set_zero();
    EXPECT_EQ(A.pattern, pattern);
    for (const TypeParam& value : A.value) {
        if constexpr (std::is_same_v<TypeParam, double>) {
            ASSERT_EQ(value, 0.0);
        } else {
            ASSERT_TRUE(value.isZero(0));
        }
    }
}

TYPED_TEST(EveryCsr, ProductsAreTheSameBitsForAnyNumberOfThreads)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(70, 60), 7);
    RandomValues random(8);
    const std::vector<Vec3> x = random.vectors(A.rows());
    std::vector<Vec3> expected(A.rows());
    {
        const ThreadLimit one(1);
        A.multiply(x, expected);
    }
    for (const int threads : {2, 4}) {
        const ThreadLimit limit(threads);
        std::vector<Vec3> y(A.rows());
        A.multiply(x, y);
        EXPECT_EQ(y, expected) << threads;
    }
}

}  // namespace
}  // namespace tulle
