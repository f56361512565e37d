#include "linear/aggregation.hpp"

#include "support/cloth_matrices.hpp"
#include "support/single_precision.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

using testing::chain_pattern;
using testing::cloth_matrix;
using testing::grid_pattern;

template <class Value>
std::vector<unsigned char> marks(const Csr<Value>& A, float threshold, const std::vector<unsigned char>& fixed = {})
{
    std::vector<float> root(A.rows());
    std::vector<unsigned char> strong(A.pattern->nonzeros(), 7);
    mark_strong(*A.pattern, testing::single(A, fixed).size, threshold, root, strong);
    return strong;
}

template <class Value>
class EveryMark : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryMark, Values);

TYPED_TEST(EveryMark, TellsSpringsByTheirStiffness)
{
    const int side = 9;
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(side);  // stretch : shear : bending = 1000 : 200 : 2
    const std::vector<unsigned char> half = marks(A, 0.5F);
    const std::vector<unsigned char> tenth = marks(A, 0.1F);
    const int centre = 40;
    const auto at = [&](const std::vector<unsigned char>& strong, int j) {
        return static_cast<int>(strong[static_cast<std::size_t>(A.pattern->slot(centre, j))]);
    };
    for (const int stretch : {centre - 1, centre + side}) EXPECT_EQ(at(half, stretch) + at(tenth, stretch), 2);
    for (const int shear : {centre - side - 1, centre + side - 1})
        EXPECT_EQ(at(half, shear) * 10 + at(tenth, shear), 1);
    for (const int other : {centre, centre + 2, centre - 2 * side}) EXPECT_EQ(at(half, other) + at(tenth, other), 0);
}

TYPED_TEST(EveryMark, TellsWhetherAnyHasChanged)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(9);
    const SingleMatrix<TypeParam> S = testing::single(A);
    std::vector<float> root(A.rows());
    std::vector<unsigned char> strong(A.pattern->nonzeros(), 0);
    EXPECT_TRUE(mark_strong(*A.pattern, S.size, 0.1F, root, strong));
    EXPECT_FALSE(mark_strong(*A.pattern, S.size, 0.1F, root, strong));
    strong.back() = strong.back() != 0 ? 0 : 1;
    EXPECT_TRUE(mark_strong(*A.pattern, S.size, 0.1F, root, strong));
    EXPECT_EQ(strong, marks(A, 0.1F));
}

TYPED_TEST(EveryMark, DoesNotDependOnMassesAndSteps)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(7);
    Csr<TypeParam> heavier = A;
    for (TypeParam& value : heavier.value) value *= 1e-6;
    for (std::size_t i = 0; i < A.rows(); ++i) heavier.diagonal(i) *= 1e9;
    EXPECT_EQ(marks(heavier, 0.1F), marks(A, 0.1F));
}

TYPED_TEST(EveryMark, LeavesFixedParticlesOut)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(5);
    std::vector<unsigned char> fixed(A.rows(), 0);
    fixed[12] = 1;
    const std::vector<unsigned char> strong = marks(A, 0.1F, fixed);
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (int k = A.pattern->row_begin[i]; k < A.pattern->row_begin[i + 1]; ++k)
            if (i == 12 || A.pattern->column[k] == 12) {
                EXPECT_EQ(strong[static_cast<std::size_t>(k)], 0);
            }
}

TEST(Aggregates, AreSquaresOfThreeOnAGrid)
{
    const Csr<double> A = cloth_matrix<double>(30);
    const Aggregates aggregates = make_aggregates(*A.pattern, marks(A, 0.1F));
    std::vector<int> size(static_cast<std::size_t>(aggregates.count), 0);
    for (const int of : aggregates.of_row) {
        ASSERT_GE(of, 0);
        ++size[static_cast<std::size_t>(of)];
    }
    EXPECT_GE(std::count(size.begin(), size.end(), 9), 64);
    EXPECT_LE(*std::max_element(size.begin(), size.end()), 16);
    EXPECT_GE(*std::min_element(size.begin(), size.end()), 4);
}

TEST(Aggregates, LeaveOutThoseThatNothingHolds)
{
    const auto pattern = chain_pattern(6);
    std::vector<unsigned char> strong(pattern->nonzeros(), 0);
    strong[static_cast<std::size_t>(pattern->slot(1, 2))] = strong[static_cast<std::size_t>(pattern->slot(2, 1))] = 1;
    const Aggregates aggregates = make_aggregates(*pattern, strong);
    EXPECT_EQ(aggregates.count, 1);
    EXPECT_EQ(aggregates.of_row, (std::vector<int>{-1, 0, 0, -1, -1, -1}));
}

TEST(Aggregates, TakeInWhoeverHasAStrongNeighbour)
{
    const Csr<double> A = testing::random_spd<double>(grid_pattern(23, 17), 1);
    for (const float threshold : {0.2F, 0.5F, 0.8F}) {
        const std::vector<unsigned char> strong = marks(A, threshold);
        const Aggregates aggregates = make_aggregates(*A.pattern, strong);
        for (std::size_t i = 0; i < A.rows(); ++i) {
            bool has_neighbour = false;
            bool beside_its_own = false;
            for (int k = A.pattern->row_begin[i]; k < A.pattern->row_begin[i + 1]; ++k) {
                if (strong[static_cast<std::size_t>(k)] == 0) continue;
                has_neighbour = true;
                const auto j = static_cast<std::size_t>(A.pattern->column[k]);
                beside_its_own = beside_its_own || aggregates.of_row[j] == aggregates.of_row[i];
            }
            EXPECT_EQ(aggregates.of_row[i] >= 0, has_neighbour) << i;
            EXPECT_EQ(beside_its_own, has_neighbour) << i;
            EXPECT_LT(aggregates.of_row[i], aggregates.count);
        }
    }
}

}  // namespace
}  // namespace tulle
