#include "linear/single_matrix.hpp"

#include "support/cloth_matrices.hpp"
#include "support/single_precision.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::cloth_matrix;
using testing::decoupled;
using testing::dense;
using testing::flatten;
using testing::matrix_of;
using testing::RandomValues;
using testing::relative_difference;
using testing::single;
using testing::some_fixed;

template <class Value>
std::vector<Vec3> product(const SingleMatrix<Value>& S, const std::vector<Vec3>& x)
{
    const std::vector<Single> in = testing::singles(x);
    std::vector<Vec3> y;
    for (std::size_t i = 0; i < S.rows(); ++i) y.push_back(to_double(S.multiply_row(i, in.data())));
    return y;
}

template <class Value>
class EverySingleMatrix : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EverySingleMatrix, Values);

TYPED_TEST(EverySingleMatrix, IsTheMatrixItWasTakenFrom)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(8, {.wave = 0.1});
    for (const std::vector<unsigned char>& fixed : {std::vector<unsigned char>(A.rows(), 0), some_fixed(A.rows(), 1)}) {
        const SingleMatrix<TypeParam> S = single(A, fixed);
        const Eigen::MatrixXd full =
            matrix_of(A.rows(), [&](const std::vector<Vec3>& x, std::vector<Vec3>& y) { y = product(S, x); });
        EXPECT_LT(relative_difference(full, decoupled(dense(A), fixed)), 1e-6);
        Csr<TypeParam> back(A.pattern);
        S.copy_to(back);
        EXPECT_LT(relative_difference(dense(back), decoupled(dense(A), fixed)), 1e-7);
    }
}

TYPED_TEST(EverySingleMatrix, KeepsMassesBesideSpringsOfAnyStiffness)
{
    // Springs a hundred million times the mass leave nothing of it in a diagonal of seven digits. A translation
    // stretches none of them, and must feel the mass alone.
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(12, {.stretch = 1e8, .shear = 2e7, .bending = 2e5, .wave = 0.1});
    const SingleMatrix<TypeParam> S = single(A);
    const Vec3 shift(1, -2, 0.5);
    for (const Vec3& y : product(S, std::vector<Vec3>(A.rows(), shift))) EXPECT_LT((y - shift).norm(), 1e-6);
}

TYPED_TEST(EverySingleMatrix, KnowsTheSizesOfItsCouplings)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(6);
    std::vector<unsigned char> fixed(A.rows(), 0);
    fixed[7] = 1;
    const SingleMatrix<TypeParam> S = single(A, fixed);
    SingleMatrix<TypeParam> completed = S;
    completed.complete();
    const auto size = [&](int i, int j) { return S.size[static_cast<std::size_t>(A.pattern->slot(i, j))]; };
    EXPECT_NEAR(size(20, 21), 1000, 1e-3);
    EXPECT_NEAR(size(20, 27), 200, 1e-3);
    EXPECT_EQ(size(20, 20), 0);
    EXPECT_EQ(size(7, 8), 0);
    EXPECT_EQ(size(8, 7), 0);
    for (std::size_t k = 0; k < S.size.size(); ++k) EXPECT_NEAR(completed.size[k], S.size[k], 1e-3);
    RandomValues random(2);
    const std::vector<Vec3> x = random.vectors(A.rows());
    EXPECT_LT(relative_difference(flatten(product(completed, x)), flatten(product(S, x))), 1e-6);
}

}  // namespace
}  // namespace tulle
