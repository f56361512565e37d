#include "linear/prolongation.hpp"

#include "support/cloth_matrices.hpp"
#include "support/single_precision.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace tulle {
namespace {

using testing::cloth_matrix;
using testing::flatten;
using testing::RandomValues;

/// A prolongation to a cloth from its aggregates.
template <class Value>
struct Sample {
    explicit Sample(const Csr<Value>& matrix) : A(matrix), strong(A.pattern->nonzeros())
    {
        const SingleMatrix<Value> S = testing::single(A);
        std::vector<float> root(A.rows());
        mark_strong(*A.pattern, S.size, 0.1F, root, strong);
        aggregates = make_aggregates(*A.pattern, strong);
        P = std::make_unique<Prolongation>(*A.pattern, strong, aggregates);
        P->refresh(*A.pattern, S.size);
    }
    [[nodiscard]] std::vector<Vec3> prolongated(const std::vector<Vec3>& coarse) const
    {
        std::vector<Single> fine(P->fine_rows(), Single::Zero());
        P->add_to_fine(testing::singles(coarse), fine);
        return testing::doubles(fine);
    }

    Csr<Value> A;
    std::vector<unsigned char> strong;
    Aggregates aggregates;
    std::unique_ptr<Prolongation> P;
};

template <class Value>
class EveryProlongation : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryProlongation, Values);

TYPED_TEST(EveryProlongation, KeepsTranslations)
{
    // Only masses resist translations, so the coarse level must represent them.
    const Sample<TypeParam> sample(cloth_matrix<TypeParam>(20, {.wave = 0.1}));
    for (const Vec3& v : sample.prolongated(std::vector<Vec3>(sample.P->coarse_rows(), Vec3(1, -2, 3))))
        EXPECT_LT((v - Vec3(1, -2, 3)).norm(), 1e-6);
}

TYPED_TEST(EveryProlongation, IsSmootherThanItsAggregates)
{
    const Sample<TypeParam> sample(cloth_matrix<TypeParam>(30));
    const auto energy = [&](const std::vector<Vec3>& x) {
        std::vector<Vec3> y(x.size());
        sample.A.multiply(x, y);
        return flatten(x).dot(flatten(y)) / flatten(x).squaredNorm();
    };
    RandomValues random(1);
    const std::vector<Vec3> coarse = random.vectors(sample.P->coarse_rows());
    std::vector<Vec3> jumping;
    for (const int of : sample.aggregates.of_row) jumping.push_back(coarse[static_cast<std::size_t>(of)]);
    EXPECT_LT(energy(sample.prolongated(coarse)), 0.6 * energy(jumping));
}

TYPED_TEST(EveryProlongation, WeighsNeighboursByTheirCouplings)
{
    // 0, 1 and 2 in one aggregate, 3, 4 and 5 in the next: what is between them is felt as strongly as its spring
    // holds.
    Csr<TypeParam> A(testing::chain_pattern(6));
    const auto couple = [&](int i, int j, double stiffness) {
        for (const int slot : {A.pattern->slot(i, j), A.pattern->slot(j, i)}) {
            if constexpr (std::is_same_v<TypeParam, double>) {
                A.value[slot] = -stiffness;
            } else {
                A.value[slot] = -stiffness * Mat3::Identity();
            }
        }
    };
    for (int i = 0; i < 5; ++i) couple(i, i + 1, i == 2 ? 1 : 3);
    const SingleMatrix<TypeParam> S = testing::single(A);
    std::vector<unsigned char> strong;
    for (const float size : S.size) strong.push_back(size > 0 ? 1 : 0);
    Prolongation P(*A.pattern, strong, {{0, 0, 0, 1, 1, 1}, 2});
    P.refresh(*A.pattern, S.size);
    std::vector<Single> fine(6, Single::Zero());
    P.add_to_fine(std::vector<Single>{Single::Zero(), Single::Ones()}, fine);
    const double felt = 2.0 / 3.0 * 1 / (1 + 3);
    const std::vector<double> expected{0, 0, felt, 1 - felt, 1, 1};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(fine[i][0], expected[i], 1e-6) << i;
}

TYPED_TEST(EveryProlongation, LeavesOutWhoIsInNoAggregate)
{
    // 2 is strong as 1 sees it and not as it sees itself, as rounding may have it.
    const Csr<TypeParam> A = testing::random_spd<TypeParam>(testing::chain_pattern(3), 3);
    const SingleMatrix<TypeParam> S = testing::single(A);
    std::vector<unsigned char> strong;
    for (const float size : S.size) strong.push_back(size > 0 ? 1 : 0);
    strong[static_cast<std::size_t>(A.pattern->slot(2, 1))] = 0;
    Prolongation P(*A.pattern, strong, {{0, 0, -1}, 1});
    P.refresh(*A.pattern, S.size);
    std::vector<Single> fine(3, Single::Zero());
    P.add_to_fine(std::vector<Single>{Single::Ones()}, fine);
    EXPECT_NEAR(fine[0][0], 1, 1e-6);
    EXPECT_NEAR(fine[1][0], 1, 1e-6);
    EXPECT_EQ(fine[2][0], 0);
}

TYPED_TEST(EveryProlongation, RestrictsByItsTranspose)
{
    const Sample<TypeParam> sample(cloth_matrix<TypeParam>(21));
    RandomValues random(2);
    const std::vector<Vec3> fine = random.vectors(sample.P->fine_rows());
    const std::vector<Vec3> coarse = random.vectors(sample.P->coarse_rows());
    std::vector<Single> restricted(sample.P->coarse_rows());
    sample.P->restrict_to_coarse(testing::singles(fine), restricted);
    const double there = flatten(testing::doubles(restricted)).dot(flatten(coarse));
    const double back = flatten(fine).dot(flatten(sample.prolongated(coarse)));
    EXPECT_NEAR(there, back, 1e-5);
    EXPECT_GT(std::abs(back), 1e-2);
}

}  // namespace
}  // namespace tulle
