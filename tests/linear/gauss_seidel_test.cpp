#include "linear/gauss_seidel.hpp"

#include "support/cloth_matrices.hpp"
#include "support/dense_algebra.hpp"
#include "support/plate_matrix.hpp"
#include "support/single_precision.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tulle {
namespace {

using testing::cloth_matrix;
using testing::dense;
using testing::flatten;
using testing::matrix_of;
using testing::RandomValues;
using testing::relative_difference;
using testing::scattered_plate;
using testing::single_rounding;

/// A smoother of A, on vectors of double precision.
template <class Value>
struct Smoother {
    explicit Smoother(const Csr<Value>& matrix, std::size_t block_rows = block_size)
        : A(testing::single(matrix)), sweeps(*A.pattern, block_rows), scratch(A.rows())
    {
        sweeps.refresh(A);
    }
    std::vector<Vec3> from_zero(const std::vector<Vec3>& b)
    {
        std::vector<Single> x(A.rows(), Single::Constant(5));
        sweeps.sweep_from_zero(A, testing::singles(b), x, scratch);
        return testing::doubles(x);
    }
    std::vector<Vec3> back(const std::vector<Vec3>& start, const std::vector<Vec3>& b)
    {
        std::vector<Single> x = testing::singles(start);
        sweeps.sweep_back(A, testing::singles(b), x);
        return testing::doubles(x);
    }
    [[nodiscard]] std::vector<Vec3> residual() const { return testing::doubles(scratch); }

    SingleMatrix<Value> A;
    GaussSeidel<Value> sweeps;
    std::vector<Single> scratch;
};

/// M of docs/theory/preconditioners.md: the lower triangle of every block, and what blocks have to do with those of
/// earlier turns, where each has the first turn that no coupled one before it has.
Eigen::MatrixXd sweep_matrix(const Eigen::MatrixXd& full, std::size_t block_rows)
{
    const auto block_of = [&](Eigen::Index row) { return static_cast<std::size_t>(row) / 3 / block_rows; };
    std::vector<std::set<std::size_t>> coupled(block_of(full.rows() - 1) + 1);
    for (Eigen::Index i = 0; i < full.rows(); ++i)
        for (Eigen::Index j = 0; j < full.cols(); ++j)
            if (full(i, j) != 0 && block_of(j) < block_of(i)) coupled[block_of(i)].insert(block_of(j));
    std::vector<int> colour;
    for (const std::set<std::size_t>& others : coupled) {
        std::set<int> taken;
        for (const std::size_t other : others) taken.insert(colour[other]);
        colour.push_back(0);
        while (taken.contains(colour.back())) ++colour.back();
    }
    Eigen::MatrixXd M = full;
    for (Eigen::Index i = 0; i < full.rows(); ++i)
        for (Eigen::Index j = 0; j < full.cols(); ++j) {
            const bool is_below = block_of(i) == block_of(j) && j / 3 <= i / 3;
            if (!is_below && colour[block_of(j)] >= colour[block_of(i)]) M(i, j) = 0;
        }
    return M;
}

template <class Value>
class EveryGaussSeidel : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryGaussSeidel, Values);

TYPED_TEST(EveryGaussSeidel, SolvesWithTheLowerTriangleAndBackWithTheUpper)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(9);
    for (const std::size_t block_rows : {block_size, std::size_t{20}, std::size_t{1}}) {
        Smoother<TypeParam> smoother(A, block_rows);
        const Eigen::MatrixXd M = sweep_matrix(dense(A), block_rows);
        const std::vector<Vec3> zero(A.rows(), Vec3::Zero());
        const Eigen::MatrixXd forwards =
            matrix_of(A.rows(), [&](const std::vector<Vec3>& b, std::vector<Vec3>& x) { x = smoother.from_zero(b); });
        const Eigen::MatrixXd backwards =
            matrix_of(A.rows(), [&](const std::vector<Vec3>& b, std::vector<Vec3>& x) { x = smoother.back(zero, b); });
        // M is four thousand times the mass in places.
        EXPECT_LT(relative_difference(forwards, testing::inverse(M)), 1e-3) << block_rows;
        EXPECT_LT(relative_difference(backwards, forwards.transpose()), single_rounding) << block_rows;
    }
}

TYPED_TEST(EveryGaussSeidel, LeavesTheResidual)
{
    for (const Csr<TypeParam>& A : {cloth_matrix<TypeParam>(30), scattered_plate<TypeParam>(20)})
        for (const std::size_t block_rows : {1000, 70, 20, 1}) {
            Smoother<TypeParam> smoother(A, block_rows);
            RandomValues random(1);
            const std::vector<Vec3> b = random.vectors(A.rows());
            const std::vector<Vec3> x = smoother.from_zero(b);
            std::vector<Vec3> Ax(A.rows());
            A.multiply(x, Ax);
            EXPECT_LT(relative_difference(flatten(smoother.residual()), flatten(b) - flatten(Ax)), single_rounding)
                << block_rows;
        }
}

TYPED_TEST(EveryGaussSeidel, SweepsBackByTheAdjoint)
{
    // y . M^-1 x = x . M^-T y, the second as the change of a vector that is not zero.
    for (const Csr<TypeParam>& A : {cloth_matrix<TypeParam>(60), scattered_plate<TypeParam>(20)})
        for (const std::size_t block_rows : {block_size, std::size_t{256}, std::size_t{20}}) {
            Smoother<TypeParam> smoother(A, block_rows);
            RandomValues random(2);
            const std::vector<Vec3> x = random.vectors(A.rows());
            const std::vector<Vec3> y = random.vectors(A.rows());
            const std::vector<Vec3> start = random.vectors(A.rows());
            std::vector<Vec3> b(A.rows());
            A.multiply(start, b);
            for (std::size_t i = 0; i < b.size(); ++i) b[i] += y[i];
            const Eigen::VectorXd forwards = flatten(smoother.from_zero(x));
            const Eigen::VectorXd backwards = flatten(smoother.back(start, b)) - flatten(start);
            EXPECT_NEAR(flatten(y).dot(forwards), flatten(x).dot(backwards), 1e-4 * flatten(y).norm() * forwards.norm())
                << block_rows;
        }
}

TYPED_TEST(EveryGaussSeidel, TakesTwoColoursInAGrid)
{
    // Springs that bend reach two lines of 30 particles.
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(30);
    EXPECT_EQ(GaussSeidel<TypeParam>(*A.pattern, 1000).colours(), 1);
    EXPECT_EQ(GaussSeidel<TypeParam>(*A.pattern, 60).colours(), 2);
    EXPECT_EQ(GaussSeidel<TypeParam>(*A.pattern, 45).colours(), 3);
    EXPECT_GT(GaussSeidel<TypeParam>(*scattered_plate<TypeParam>(20).pattern, 20).colours(), 10);
}

TYPED_TEST(EveryGaussSeidel, KeepsTheSolution)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(12);
    Smoother<TypeParam> smoother(A);
    RandomValues random(3);
    const std::vector<Vec3> b = random.vectors(A.rows());
    const Eigen::VectorXd solution = testing::definite_solution(dense(A), flatten(b));
    std::vector<Vec3> solved;
    for (std::size_t i = 0; i < b.size(); ++i)
        solved.emplace_back(solution.segment<3>(3 * static_cast<Eigen::Index>(i)));
    EXPECT_LT(relative_difference(flatten(smoother.back(solved, b)), solution), single_rounding);
}

TYPED_TEST(EveryGaussSeidel, PreconditionsByAPositiveDefiniteOperator)
{
    // Also where A is not, or is no sum of springs: what counts is the diagonal.
    Csr<TypeParam> indefinite = cloth_matrix<TypeParam>(9);
    for (std::size_t i = 0; i < indefinite.rows(); ++i) indefinite.diagonal(i) *= 0.6;
    for (const Csr<TypeParam>& A : {cloth_matrix<TypeParam>(9), indefinite, scattered_plate<TypeParam>(9)})
        for (const std::size_t block_rows : {100, 18, 5, 1}) {
            Smoother<TypeParam> smoother(A, block_rows);
            const Eigen::MatrixXd both = matrix_of(A.rows(), [&](const std::vector<Vec3>& b, std::vector<Vec3>& x) {
                x = smoother.back(smoother.from_zero(b), b);
            });
            EXPECT_LT(relative_difference(both, both.transpose()), single_rounding) << block_rows;
            EXPECT_GT(testing::smallest_eigenvalue(0.5 * (both + both.transpose())), 0) << block_rows;
        }
}

TYPED_TEST(EveryGaussSeidel, WipesOutRoughErrors)
{
    const int side = 24;
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(side, {.wave = 0});
    Smoother<TypeParam> smoother(A);
    std::vector<Vec3> x;
    for (int i = 0; i < side * side; ++i) x.push_back(Vec3::Constant((i % side + i / side) % 2 == 0 ? 1 : -1));
    const double before = flatten(x).norm();
    EXPECT_LT(flatten(smoother.back(x, std::vector<Vec3>(A.rows(), Vec3::Zero()))).norm(), 0.6 * before);
}

}  // namespace
}  // namespace tulle
