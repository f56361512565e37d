// Conjugate gradients that keep to the directions a filter leaves free.

#include "support/dense_algebra.hpp"
#include "support/linear_systems.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace tulle {
namespace {

using testing::dense;
using testing::flatten;
using testing::grid_pattern;
using testing::preconditioner_settings;
using testing::random_spd;
using testing::RandomValues;
using testing::relative_difference;
using testing::Solution;
using testing::solve;

/// Every third particle or so loses one, two or all directions; those that lose all for good are marked fixed.
DirectionFilter random_filter(std::size_t n, unsigned seed)
{
    RandomValues random(seed);
    DirectionFilter filter;
    filter.fixed.assign(n, 0);
    for (std::size_t p = 0; p < n; ++p) {
        const Vec3 normal = random.unit_vector();
        Mat3 allowed = Mat3::Identity();
        switch (random.integer(0, 9)) {
            case 0:
                allowed -= normal * normal.transpose();
                break;  // on a surface
            case 1:
                allowed = normal * normal.transpose();
                break;  // in a corner of two
            case 2:
                allowed.setZero();
                break;  // sticking
            case 3:
                allowed.setZero();
                filter.fixed[p] = 1;  // pinned
                break;
            default:
                continue;
        }
        filter.entries.push_back({static_cast<int>(p), allowed});
    }
    return filter;
}

/// Orthonormal columns that span the free directions.
Eigen::MatrixXd free_basis(std::size_t n, const DirectionFilter& filter)
{
    std::vector<Mat3> allowed(n, Mat3::Identity());
    for (const DirectionFilter::Entry& entry : filter.entries) allowed[entry.particle] = entry.allowed;
    std::vector<Eigen::VectorXd> columns;
    for (std::size_t p = 0; p < n; ++p) {
        const Eigen::VectorXd values = testing::symmetric_eigenvalues(allowed[p]);
        const Eigen::MatrixXd vectors = testing::symmetric_eigenvectors(allowed[p]);
        for (int k = 0; k < 3; ++k) {
            if (values[k] < 0.5) continue;
            Eigen::VectorXd column = Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(n));
            column.segment<3>(3 * static_cast<Eigen::Index>(p)) = vectors.col(k);
            columns.push_back(column);
        }
    }
    Eigen::MatrixXd basis(3 * static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(columns.size()));
    for (Eigen::Index k = 0; k < basis.cols(); ++k) basis.col(k) = columns[static_cast<std::size_t>(k)];
    return basis;
}

template <class Value>
class FilteredGradients : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(FilteredGradients, Values);

TYPED_TEST(FilteredGradients, SolveInTheFreeDirections)
{
    RandomValues random(1);
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(7, 6), seed);
        const DirectionFilter filter = random_filter(A.rows(), seed);
        const std::vector<Vec3> b = random.vectors(A.rows());
        const Eigen::MatrixXd Z = free_basis(A.rows(), filter);
        const Eigen::VectorXd expected =
            Z * testing::definite_solution(Z.transpose() * dense(A) * Z, Z.transpose() * flatten(b));
        for (const SolverSettings& settings : preconditioner_settings()) {
            const Solution solution = solve(A, settings, filter, b, 1e-12);
            EXPECT_TRUE(solution.result.converged) << solution.name;
            EXPECT_LT(relative_difference(flatten(solution.d), expected), 1e-11) << solution.name;
        }
    }
}

TYPED_TEST(FilteredGradients, NeverLeaveTheConstraints)
{
    RandomValues random(2);
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(7, 6), 5);
    const DirectionFilter filter = random_filter(A.rows(), 6);
    for (const SolverSettings& settings : preconditioner_settings())
        for (const double tolerance : {1.0, 1e-3, 1e-12}) {  // at every stage of the iteration
            const Solution solution = solve(A, settings, filter, random.vectors(A.rows()), tolerance);
            for (const DirectionFilter::Entry& entry : filter.entries) {
                const Vec3& d = solution.d[entry.particle];
                if (entry.allowed.isZero(0)) {
                    EXPECT_EQ(d, Vec3::Zero()) << solution.name;
                } else {
                    // Rounding of a few products with numbers below one.
                    EXPECT_LT((d - entry.allowed * d).norm(), 1e-15) << solution.name;
                }
            }
        }
}

TYPED_TEST(FilteredGradients, AxisAlignedConstraintsHoldToTheLastBit)
{
    RandomValues random(3);
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(6, 6), 7);
    DirectionFilter filter;
    filter.fixed.assign(A.rows(), 0);
    for (int p = 0; p < 36; p += 2) filter.entries.push_back({p, Vec3(1, 1, 0).asDiagonal()});  // on a floor
    for (const SolverSettings& settings : preconditioner_settings()) {
        const Solution solution = solve(A, settings, filter, random.vectors(A.rows()), 1e-12);
        EXPECT_TRUE(solution.result.converged) << solution.name;
        for (int p = 0; p < 36; p += 2) EXPECT_EQ(solution.d[p].z(), 0.0) << solution.name;
    }
}

TYPED_TEST(FilteredGradients, ADirectSolverTakesOneIterationWithPins)
{
    RandomValues random(4);
    const Csr<TypeParam> A = testing::two_fabrics<TypeParam>(15);
    DirectionFilter filter;
    filter.fixed = testing::some_fixed(A.rows(), 8);
    for (std::size_t p = 0; p < A.rows(); ++p)
        if (filter.fixed[p] != 0) filter.entries.push_back({static_cast<int>(p), Mat3::Zero()});
    SolverSettings settings;
    settings.method = SolverMethod::direct;
    const std::vector<Vec3> b = random.vectors(A.rows());
    const Solution solution = solve(A, settings, filter, b, 1e-9);
    EXPECT_TRUE(solution.result.converged);
    EXPECT_EQ(solution.result.iterations, 1);
}

TYPED_TEST(FilteredGradients, HaveNothingToDoWhereNothingIsFree)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(3, 3), 9);
    DirectionFilter filter;
    filter.fixed.assign(9, 1);
    for (int p = 0; p < 9; ++p) filter.entries.push_back({p, Mat3::Zero()});
    RandomValues random(5);
    for (const SolverSettings& settings : preconditioner_settings()) {
        const Solution solution = solve(A, settings, filter, random.vectors(9), 0.0);
        EXPECT_TRUE(solution.result.converged) << solution.name;
        EXPECT_EQ(solution.result.iterations, 0) << solution.name;
        EXPECT_EQ(solution.d, std::vector<Vec3>(9, Vec3::Zero())) << solution.name;
    }
}

}  // namespace
}  // namespace tulle
