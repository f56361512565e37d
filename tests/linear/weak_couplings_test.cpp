#include "linear/weak_couplings.hpp"

#include "support/cloth_matrices.hpp"
#include "support/single_precision.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

namespace tulle {
namespace {

using testing::cloth_matrix;
using testing::ClothMatrixOptions;
using testing::relative_difference;

constexpr int side = 9;

int at(int a, int b) { return a + b * side; }

/// Marks of a cloth of 9 x 9, whose couplings are strong where they are `least` or more.
struct Marks {
    explicit Marks(const ClothMatrixOptions& options, double least = 50) : A(cloth_matrix<double>(side, options))
    {
        for (std::size_t i = 0; i < A.rows(); ++i)
            for (int k = A.pattern->row_begin[i]; k < A.pattern->row_begin[i + 1]; ++k)
                strong.push_back(k != A.pattern->diagonal[i] && -A.value[static_cast<std::size_t>(k)] >= least ? 1 : 0);
        dropped = mark_weak_couplings(*A.pattern, strong);
    }
    [[nodiscard]] bool is_dropped(int i, int j) const
    {
        return dropped[static_cast<std::size_t>(A.pattern->slot(i, j))] != 0;
    }

    Csr<double> A;
    std::vector<unsigned char> strong;
    std::vector<unsigned char> dropped;
};

template <class Value>
SingleMatrix<Value> single_without(const Csr<Value>& A, const std::vector<unsigned char>& left_out)
{
    SingleMatrix<Value> S(std::make_shared<const SparsityPattern>(without(*A.pattern, left_out)));
    std::vector<float> sizes(A.pattern->nonzeros());
    S.take(A, A, {}, left_out, sizes);
    return S;
}

TEST(DroppedCouplings, AreWeakBendingSpringsInsideACloth)
{
    const Marks marks({.stretch = 1000, .shear = 200, .bending = 2});
    EXPECT_TRUE(marks.is_dropped(at(3, 4), at(5, 4)));
    EXPECT_TRUE(marks.is_dropped(at(5, 4), at(3, 4)));
    EXPECT_TRUE(marks.is_dropped(at(4, 2), at(4, 4)));
    EXPECT_FALSE(marks.is_dropped(at(3, 4), at(4, 4))) << "stretch";
    EXPECT_FALSE(marks.is_dropped(at(3, 4), at(4, 5))) << "shear";
    EXPECT_FALSE(marks.is_dropped(at(4, 4), at(4, 4))) << "the diagonal";
    EXPECT_FALSE(marks.is_dropped(at(3, 0), at(5, 0))) << "along the border two neighbours are shared";
}

TEST(DroppedCouplings, AreNeitherStrongNorAllThatHoldsInSomeDirection)
{
    const Marks stiff({.stretch = 1000, .shear = 200, .bending = 100});
    const Marks without_shear({.stretch = 1000, .shear = 2, .bending = 2});
    for (const Marks* marks : {&stiff, &without_shear})
        EXPECT_EQ(std::count(marks->dropped.begin(), marks->dropped.end(), 1), 0);
}

TEST(DroppedCouplings, AreTheSameFromBothSides)
{
    Marks marks({.stretch = 1000, .shear = 200, .bending = 2});
    // As rounding may leave it: strong from one side only.
    marks.strong[static_cast<std::size_t>(marks.A.pattern->slot(at(3, 4), at(5, 4)))] = 1;
    marks.dropped = mark_weak_couplings(*marks.A.pattern, marks.strong);
    EXPECT_FALSE(marks.is_dropped(at(3, 4), at(5, 4)));
    for (int i = 0; i < side * side; ++i)
        for (int k = marks.A.pattern->row_begin[static_cast<std::size_t>(i)];
             k < marks.A.pattern->row_begin[static_cast<std::size_t>(i) + 1]; ++k) {
            const int j = marks.A.pattern->column[static_cast<std::size_t>(k)];
            EXPECT_EQ(marks.is_dropped(i, j), marks.is_dropped(j, i)) << i << ' ' << j;
        }
}

TEST(DroppedCouplings, AreMissingFromThePatternWithoutThem)
{
    const Marks marks({.stretch = 1000, .shear = 200, .bending = 2});
    const SparsityPattern kept = without(*marks.A.pattern, marks.dropped);
    EXPECT_EQ(kept.rows(), marks.A.rows());
    EXPECT_EQ(kept.row_begin[at(4, 4) + 1] - kept.row_begin[at(4, 4)], 9) << "of 13 in the middle of the cloth";
    for (std::size_t i = 0; i < kept.rows(); ++i) {
        EXPECT_EQ(kept.column[static_cast<std::size_t>(kept.diagonal[i])], static_cast<int>(i));
        for (int k = kept.row_begin[i]; k < kept.row_begin[i + 1]; ++k)
            EXPECT_FALSE(marks.is_dropped(static_cast<int>(i), kept.column[static_cast<std::size_t>(k)]));
    }
    const std::vector<unsigned char> none(marks.A.pattern->nonzeros(), 0);
    EXPECT_EQ(without(*marks.A.pattern, none).column, marks.A.pattern->column);
}

template <class Value>
class EveryDroppedCoupling : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryDroppedCoupling, Values);

TYPED_TEST(EveryDroppedCoupling, AreAsIfTheyHadNeverBeenThere)
{
    // In single precision, where they are left out.
    const ClothMatrixOptions options{.stretch = 1000, .shear = 200, .bending = 2, .wave = 0.1};
    const Marks marks(options);
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(side, options);
    ClothMatrixOptions unbent = options;
    unbent.bending = 0;
    const Csr<TypeParam> expected = cloth_matrix<TypeParam>(side, unbent);
    const SingleMatrix<TypeParam> S = single_without(A, marks.dropped);
    Csr<TypeParam> found(S.pattern);
    S.copy_to(found);
    // Where all four bending springs of a particle are left out, nothing of them may be.
    for (const auto& [i, j] : {std::pair{at(4, 4), at(4, 4)}, {at(4, 4), at(5, 4)}, {at(4, 4), at(5, 5)}}) {
        const TypeParam a = found.value[static_cast<std::size_t>(S.pattern->slot(i, j))];
        const TypeParam b = expected.value[static_cast<std::size_t>(expected.pattern->slot(i, j))];
        if constexpr (std::is_same_v<TypeParam, double>) {
            EXPECT_NEAR(a, b, 1e-3);
        } else {
            EXPECT_LT((a - b).norm(), 1e-3);
        }
    }
    // And a motion of all feels the masses alone.
    const Vec3 shift(1, -2, 0.5);
    const std::vector<Single> x(A.rows(), to_single(shift));
    for (std::size_t i = 0; i < A.rows(); ++i) EXPECT_LT((to_double(S.multiply_row(i, x.data())) - shift).norm(), 1e-4);
}

TEST(DroppedCouplings, TieTheirEndsWhereContactsHoldThemInDifferentDirections)
{
    // What is left of such a coupling is not symmetric, but the matrix without it must be.
    const ClothMatrixOptions options{.stretch = 1000, .shear = 200, .bending = 2, .wave = 0.1};
    const Marks marks(options);
    Csr<Mat3> A = cloth_matrix<Mat3>(side, options);
    const int i = at(4, 4);
    const int j = at(6, 4);
    const Mat3 skewed = Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()) * A.value[A.pattern->slot(i, j)];
    A.value[A.pattern->slot(i, j)] = skewed;
    A.value[A.pattern->slot(j, i)] = skewed.transpose();
    const SingleMatrix<Mat3> S = single_without(A, marks.dropped);
    Mat3 expected = A.diagonal(static_cast<std::size_t>(i));
    for (const int other : {at(2, 4), at(4, 2), at(4, 6)}) expected += A.value[A.pattern->slot(i, other)];
    EXPECT_LT(relative_difference(S.diagonal(static_cast<std::size_t>(i)), expected), 1e-6);
    // Products take rows by R, sweeps by the diagonal: they must be of one matrix.
    Csr<Mat3> stored(S.pattern);
    S.copy_to(stored);
    const Eigen::MatrixXd multiplied =
        testing::matrix_of(S.rows(), [&](const std::vector<Vec3>& x, std::vector<Vec3>& y) {
            const std::vector<Single> in = testing::singles(x);
            for (std::size_t row = 0; row < S.rows(); ++row) y[row] = to_double(S.multiply_row(row, in.data()));
        });
    EXPECT_LT(relative_difference(multiplied, testing::dense(stored)), 1e-6);
    EXPECT_LT((multiplied - multiplied.transpose()).cwiseAbs().maxCoeff(), 0.01) << "of springs of 2 and more";
}

}  // namespace
}  // namespace tulle
