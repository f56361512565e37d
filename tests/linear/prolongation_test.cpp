#include "linear/prolongation.hpp"

#include "support/cloth_matrices.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::cloth_matrix;
using testing::flatten;
using testing::RandomValues;

template <class Value>
struct Sample {
    explicit Sample(Csr<Value> matrix) : A(std::move(matrix)), strong(A.pattern->nonzeros())
    {
        std::vector<double> largest(A.rows());
        mark_strong(A, {}, 0.1, largest, strong);
        aggregates = make_aggregates(*A.pattern, strong);
    }
    Csr<Value> A;
    std::vector<unsigned char> strong;
    Aggregates aggregates;
};

template <class Value>
class EveryProlongation : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryProlongation, Values);

TYPED_TEST(EveryProlongation, KeepsTranslationsOfAWeightlessCloth)
{
    // Without masses nothing resists a translation: the coarse net must make it exactly.
    Sample<TypeParam> sample(cloth_matrix<TypeParam>(20, {.wave = 0.1}));
    for (std::size_t i = 0; i < sample.A.rows(); ++i) {
        if constexpr (std::is_same_v<TypeParam, double>) {
            sample.A.diagonal(i) -= 1.0;
        } else {
            sample.A.diagonal(i) -= Mat3::Identity();
        }
    }
    Prolongation<TypeParam> P(*sample.A.pattern, sample.strong, sample.aggregates);
    P.refresh(sample.A);
    const std::vector<Vec3> coarse(P.coarse_rows(), Vec3(1, -2, 3));
    std::vector<Vec3> fine(P.fine_rows(), Vec3::Zero());
    P.add_to_fine(coarse, fine);
    for (const Vec3& v : fine) EXPECT_LT((v - Vec3(1, -2, 3)).norm(), 1e-9);
}

TYPED_TEST(EveryProlongation, IsSmootherThanItsAggregates)
{
    const Sample<TypeParam> sample(cloth_matrix<TypeParam>(30));
    Prolongation<TypeParam> P(*sample.A.pattern, sample.strong, sample.aggregates);
    P.refresh(sample.A);
    const auto energy = [&](const std::vector<Vec3>& x) {
        std::vector<Vec3> y(x.size());
        sample.A.multiply(x, y);
        return flatten(x).dot(flatten(y)) / flatten(x).squaredNorm();
    };
    RandomValues random(1);
    const std::vector<Vec3> coarse = random.vectors(P.coarse_rows());
    std::vector<Vec3> smooth(P.fine_rows(), Vec3::Zero());
    P.add_to_fine(coarse, smooth);
    std::vector<Vec3> jumping;
    for (const int of : sample.aggregates.of_row) jumping.push_back(coarse[static_cast<std::size_t>(of)]);
    EXPECT_LT(energy(smooth), 0.6 * energy(jumping));
}

TYPED_TEST(EveryProlongation, RestrictsByItsTranspose)
{
    const Sample<TypeParam> sample(cloth_matrix<TypeParam>(21));
    Prolongation<TypeParam> P(*sample.A.pattern, sample.strong, sample.aggregates);
    P.refresh(sample.A);
    RandomValues random(2);
    const std::vector<Vec3> fine = random.vectors(P.fine_rows());
    const std::vector<Vec3> coarse = random.vectors(P.coarse_rows());
    std::vector<Vec3> restricted(P.coarse_rows());
    std::vector<Vec3> prolongated(P.fine_rows(), Vec3::Zero());
    P.restrict_to_coarse(fine, restricted);
    P.add_to_fine(coarse, prolongated);
    EXPECT_NEAR(flatten(restricted).dot(flatten(coarse)), flatten(fine).dot(flatten(prolongated)), 1e-11);
    EXPECT_GT(std::abs(flatten(fine).dot(flatten(prolongated))), 1e-3);
}

}  // namespace
}  // namespace tulle
