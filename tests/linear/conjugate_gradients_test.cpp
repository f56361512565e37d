#include "linear/conjugate_gradients.hpp"

#include "support/dense_algebra.hpp"
#include "support/linear_systems.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::chain_pattern;
using testing::dense;
using testing::flatten;
using testing::grid_pattern;
using testing::preconditioner_settings;
using testing::random_spd;
using testing::RandomValues;
using testing::relative_difference;
using testing::Solution;
using testing::solve;
using testing::two_fabrics;

template <class Value>
class EveryGradients : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryGradients, Values);

TYPED_TEST(EveryGradients, ReachTheDenseSolution)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(8, 7), 1);
    RandomValues random(2);
    const std::vector<Vec3> b = random.vectors(A.rows());
    const Eigen::VectorXd expected = testing::definite_solution(dense(A), flatten(b));
    for (const SolverSettings& settings : preconditioner_settings()) {
        const Solution solution = solve(A, settings, {}, b, 1e-12);
        EXPECT_TRUE(solution.result.converged) << solution.name;
        EXPECT_LT(relative_difference(flatten(solution.d), expected), 1e-11) << solution.name;
    }
}

TYPED_TEST(EveryGradients, LeaveTheResidualBehind)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(8, 7), 3);
    RandomValues random(4);
    const std::vector<Vec3> b = random.vectors(A.rows());
    for (const SolverSettings& settings : preconditioner_settings()) {
        const Solution solution = solve(A, settings, {}, b, 1e-2);
        const Eigen::VectorXd residual = flatten(b) - dense(A) * flatten(solution.d);
        EXPECT_LT((flatten(solution.r) - residual).norm(), 1e-12) << solution.name;
        EXPECT_NEAR(solution.result.residual, residual.norm(), 1e-12) << solution.name;
        EXPECT_LE(solution.result.residual, 1e-2) << solution.name;
    }
}

/// Where iterations converge steadily, the error in the norm of A, by a dense solution, is no more than was asked for,
/// and more digits take more iterations.
TYPED_TEST(EveryGradients, StopByTheErrorInTheNormOfTheMatrix)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(12, 11), 10);
    RandomValues random(11);
    const std::vector<Vec3> b = random.vectors(A.rows());
    const Eigen::MatrixXd matrix = dense(A);
    const Eigen::VectorXd exact = testing::definite_solution(matrix, flatten(b));
    const auto size = [&](const Eigen::VectorXd& d) { return std::sqrt(d.dot(matrix * d)); };
    for (const PreconditionerKind kind : {PreconditionerKind::none, PreconditionerKind::jacobi}) {
        SolverSettings settings;
        settings.preconditioner = kind;
        const auto preconditioner = make_preconditioner<TypeParam>(settings, A.pattern);
        preconditioner->refresh(A, {});
        int iterations_before = 0;
        for (const double asked : {0.3, 0.1, 0.01, 1e-4}) {
            std::vector<Vec3> r = b, d(A.rows());
            const CgResult result =
                ConjugateGradients<TypeParam>(A.rows()).solve(A, *preconditioner, {}, r, d, 0, 1000, asked);
            EXPECT_TRUE(result.converged);
            EXPECT_LE(size(flatten(d) - exact), asked * size(exact)) << asked;
            EXPECT_GT(size(flatten(d) - exact), 1e-4 * asked * size(exact)) << "it stops when it is enough";
            EXPECT_GT(result.iterations, iterations_before);
            iterations_before = result.iterations;
        }
    }
}

TYPED_TEST(EveryGradients, DoNothingWithoutARightHandSide)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(chain_pattern(5), 5);
    for (const SolverSettings& settings : preconditioner_settings()) {
        const Solution solution = solve(A, settings, {}, std::vector<Vec3>(5, Vec3::Zero()), 0.0);
        EXPECT_TRUE(solution.result.converged) << solution.name;
        EXPECT_EQ(solution.result.iterations, 0) << solution.name;
        EXPECT_EQ(solution.d, std::vector<Vec3>(5, Vec3::Zero())) << solution.name;
    }
}

TYPED_TEST(EveryGradients, StopAtTheirLimitAndSaySo)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(8, 7), 6);
    RandomValues random(7);
    const std::vector<Vec3> b = random.vectors(A.rows());
    SolverSettings settings;
    settings.preconditioner = PreconditionerKind::none;
    const Solution solution = solve(A, settings, {}, b, 1e-14, 3);
    EXPECT_FALSE(solution.result.converged);
    EXPECT_EQ(solution.result.iterations, 3);
    EXPECT_GT(solution.result.residual, 1e-14);
    // Each iteration lowers d^T A d / 2 - b^T d.
    const Eigen::VectorXd d = flatten(solution.d);
    EXPECT_LT(0.5 * d.dot(dense(A) * d) - flatten(b).dot(d), 0);
}

TYPED_TEST(EveryGradients, NeedAtMostAsManyIterationsAsThereAreNumbers)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(chain_pattern(4), 8);
    RandomValues random(9);
    for (const SolverSettings& settings : preconditioner_settings()) {
        const Solution solution = solve(A, settings, {}, random.vectors(4), 1e-11);
        EXPECT_TRUE(solution.result.converged) << solution.name;
        EXPECT_LE(solution.result.iterations, 12) << solution.name;
    }
}

TYPED_TEST(EveryGradients, NeedFewerIterationsWithABetterPreconditioner)
{
    const Csr<TypeParam> A = two_fabrics<TypeParam>(30);
    RandomValues random(10);
    const std::vector<Vec3> b = random.vectors(A.rows());
    std::vector<int> iterations;
    for (const SolverSettings& settings : preconditioner_settings()) {
        const Solution solution = solve(A, settings, {}, b, 1e-6);
        ASSERT_TRUE(solution.result.converged) << solution.name;
        iterations.push_back(solution.result.iterations);
    }
    ASSERT_EQ(iterations.size(), 5U);  // none, jacobi, ic0, multigrid, direct
    EXPECT_LT(iterations[1], iterations[0]);
    EXPECT_LT(iterations[2], iterations[1]);
    EXPECT_LT(iterations[3], iterations[2]);
    EXPECT_EQ(iterations[4], 1);
}

TYPED_TEST(EveryGradients, AreTheSameBitsForAnyNumberOfThreads)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(60, 50), 11);  // more than one block of rows
    RandomValues random(12);
    const std::vector<Vec3> b = random.vectors(A.rows());
    for (const SolverSettings& settings : preconditioner_settings()) {
        std::vector<Solution> solutions;
        for (const int threads : {1, 2, 4}) {
            const ThreadLimit limit(threads);
            solutions.push_back(solve(A, settings, {}, b, 1e-6));
        }
        for (const Solution& solution : solutions) {
            EXPECT_EQ(solution.d, solutions[0].d) << solution.name;
            EXPECT_EQ(solution.result.iterations, solutions[0].result.iterations) << solution.name;
        }
    }
}

/// The coupling of a grid outweighs the diagonal, which stays positive.
template <class Value>
Csr<Value> indefinite_matrix()
{
    Csr<Value> A = random_spd<Value>(grid_pattern(6, 6), 13);
    for (std::size_t i = 0; i < A.rows(); ++i) A.diagonal(i) *= 0.3;
    return A;
}

TYPED_TEST(EveryGradients, GoDownhillOnAnIndefiniteMatrix)
{
    const Csr<TypeParam> A = indefinite_matrix<TypeParam>();
    const Eigen::MatrixXd full = dense(A);
    ASSERT_LT(testing::smallest_eigenvalue(full), -0.1);
    RandomValues random(14);
    for (int trial = 0; trial < 20; ++trial) {
        const std::vector<Vec3> b = random.vectors(A.rows());
        for (const SolverSettings& settings : preconditioner_settings()) {
            const Solution solution = solve(A, settings, {}, b, 1e-12);
            EXPECT_FALSE(solution.result.converged) << solution.name;
            EXPECT_GT(flatten(solution.d).dot(flatten(b)), 0) << solution.name;
        }
    }
}

TYPED_TEST(EveryGradients, GoDownhillWhenTheFirstDirectionAlreadyCurvesDown)
{
    const Csr<TypeParam> A = indefinite_matrix<TypeParam>();
    const Eigen::VectorXd lowest = testing::symmetric_eigenvectors(dense(A)).col(0);
    std::vector<Vec3> b(A.rows());
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = lowest.segment<3>(3 * static_cast<Eigen::Index>(i));
    SolverSettings none;
    none.preconditioner = PreconditionerKind::none;
    const Solution solution = solve(A, none, {}, b, 1e-12);
    EXPECT_EQ(solution.result.iterations, 0);
    EXPECT_EQ(solution.d, b) << "the residual itself";
}

TYPED_TEST(EveryGradients, GoDownhillWhereTheDiagonalIsIndefiniteToo)
{
    Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(4, 4), 15);
    A.diagonal(5) *= -1.0;
    RandomValues random(16);
    for (const PreconditionerKind kind : {PreconditionerKind::none, PreconditionerKind::jacobi}) {
        SolverSettings settings;
        settings.preconditioner = kind;
        for (int trial = 0; trial < 20; ++trial) {
            std::vector<Vec3> b = random.vectors(A.rows());
            b[5] *= 100.0;
            const Solution solution = solve(A, settings, {}, b, 1e-12);
            EXPECT_GT(flatten(solution.d).dot(flatten(b)), 0) << solution.name;
        }
    }
}

}  // namespace
}  // namespace tulle
