#include "linear/multigrid.hpp"

#include "linear/constrained_matrix.hpp"
#include "support/cloth_matrices.hpp"
#include "support/dense_algebra.hpp"
#include "support/linear_systems.hpp"
#include "support/plate_matrix.hpp"
#include "support/single_precision.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tulle {
namespace {

using testing::cloth_matrix;
using testing::decoupled;
using testing::dense;
using testing::flatten;
using testing::grid_pattern;
using testing::matrix_of;
using testing::random_spd;
using testing::RandomValues;
using testing::relative_difference;
using testing::shared_pattern;
using testing::Solution;
using testing::solve;
using testing::some_fixed;

SolverSettings with(PreconditionerKind kind)
{
    SolverSettings settings;
    settings.preconditioner = kind;
    return settings;
}

template <class Value>
std::vector<Vec3> applied(Multigrid<Value>& multigrid, const std::vector<Vec3>& r)
{
    std::vector<Vec3> z(r.size(), Vec3::Constant(7));
    multigrid.apply(r, z);
    return z;
}

template <class Value>
Eigen::MatrixXd operator_of(Multigrid<Value>& multigrid, std::size_t n)
{
    return matrix_of(n, [&](const std::vector<Vec3>& r, std::vector<Vec3>& z) { multigrid.apply(r, z); });
}

/// Smallest eigenvalue over the largest: positive for a positive definite matrix.
double definiteness(const Eigen::MatrixXd& full)
{
    const Eigen::VectorXd values = testing::symmetric_eigenvalues(full);
    return values[0] / values[values.size() - 1];
}

template <class Value>
class EveryMultigrid : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryMultigrid, Values);

TYPED_TEST(EveryMultigrid, IsSymmetricAndPositiveDefinite)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(11);
    Multigrid<TypeParam> multigrid(A.pattern);
    multigrid.refresh(A, some_fixed(A.rows(), 1));
    ASSERT_EQ(multigrid.level_sizes().size(), 2U);
    const Eigen::MatrixXd full = operator_of(multigrid, A.rows());
    EXPECT_LT(relative_difference(full, full.transpose()), testing::single_rounding);
    EXPECT_GT(definiteness(full), 1e-8);
}

TEST(Multigrid, IsSymmetricAndPositiveDefiniteForPlatesWithScatteredNumbers)
{
    // Blocks of rows are coupled with all others here, and couplings are none of springs.
    const Csr<double> A = testing::scattered_plate<double>(28);
    Multigrid<double> multigrid(A.pattern);
    multigrid.refresh(A, {});
    ASSERT_GT(A.rows(), 3 * row_block_size(A.rows()));
    const Eigen::MatrixXd full = operator_of(multigrid, A.rows());
    const auto of_x = Eigen::seq(0, full.rows() - 1, 3);  // all coordinates are alike
    const Eigen::MatrixXd one = full(of_x, of_x);
    EXPECT_LT(relative_difference(one, one.transpose()), testing::single_rounding);
    EXPECT_GT(definiteness(one), 1e-8);
}

TEST(Multigrid, IsSymmetricAndPositiveDefiniteWhereContactsHold)
{
    // On planes of their own, so that what is left of a spring between two of them is not symmetric.
    for (const double bending : {2.0, 40.0}) {  // both weak, and left out
        const Csr<Mat3> A = cloth_matrix<Mat3>(11, {.bending = bending, .wave = 0.1});
        DirectionFilter filter;
        filter.fixed.assign(A.rows(), 0);
        RandomValues random(20);
        for (int i = 1; i < static_cast<int>(A.rows()); i += 3) {
            const Vec3 normal = random.vector().normalized();
            filter.entries.push_back({.particle = i, .allowed = Mat3::Identity() - normal * normal.transpose()});
        }
        ConstrainedMatrix constrained;
        Multigrid<Mat3> multigrid(A.pattern);
        multigrid.refresh(A, filter.fixed, constrained.of(A, filter));
        const Eigen::MatrixXd full = operator_of(multigrid, A.rows());
        EXPECT_LT(relative_difference(full, full.transpose()), testing::single_rounding) << bending;
        EXPECT_GT(definiteness(full), 1e-8) << bending;
    }
}

TEST(Multigrid, KeepsWeakCouplingsThatAreNotSprings)
{
    // Three in a row that resist bending, (x_0 - 2 x_1 + x_2)^2: without one of its couplings it would push.
    const Csr<Mat3> springs = cloth_matrix<Mat3>(12, {.bending = 0, .wave = 0});
    SparsityPattern pattern = *springs.pattern;
    pattern.is_of_springs = false;
    Csr<Mat3> A(std::make_shared<const SparsityPattern>(pattern));
    A.value = springs.value;
    const Mat3 across = 20 * Vec3::UnitZ() * Vec3::UnitZ().transpose();
    for (int b = 0; b < 12; ++b)
        for (int a = 1; a < 11; ++a)
            for (int i = -1; i <= 1; ++i)
                for (int j = -1; j <= 1; ++j)
                    A.value[A.pattern->slot(a + i + 12 * b, a + j + 12 * b)] +=
                        (i == 0 ? -2 : 1) * (j == 0 ? -2 : 1) * across;
    Multigrid<Mat3> multigrid(A.pattern);
    multigrid.refresh(A, {});
    const Eigen::MatrixXd full = operator_of(multigrid, A.rows());
    EXPECT_GT(definiteness(0.5 * (full + full.transpose())), 0);
    RandomValues random(21);
    const std::vector<Vec3> b = random.vectors(A.rows());
    const Solution found = solve(A, with(PreconditionerKind::multigrid), {}, b, 1e-8);
    EXPECT_TRUE(found.result.converged);
    EXPECT_LE(found.result.iterations, 60);
}

TYPED_TEST(EveryMultigrid, IsSymmetricThroughManyLevels)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(64);
    Multigrid<TypeParam> multigrid(A.pattern);
    multigrid.refresh(A, {});
    ASSERT_GE(multigrid.level_sizes().size(), 3U);
    RandomValues random(2);
    const std::vector<Vec3> x = random.vectors(A.rows());
    const std::vector<Vec3> y = random.vectors(A.rows());
    const Eigen::VectorXd Mx = flatten(applied(multigrid, x));
    const Eigen::VectorXd My = flatten(applied(multigrid, y));
    EXPECT_NEAR(flatten(y).dot(Mx), flatten(x).dot(My), testing::single_rounding * Mx.norm() * flatten(y).norm());
    EXPECT_GT(flatten(x).dot(Mx), 0);
}

TYPED_TEST(EveryMultigrid, SolvesWhatTheDirectSolverSolves)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(40);
    DirectionFilter filter;
    filter.fixed.assign(A.rows(), 0);
    for (const int corner : {0, 39}) {
        filter.fixed[static_cast<std::size_t>(corner)] = 1;
        filter.entries.push_back({.particle = corner, .allowed = Mat3::Zero()});
    }
    RandomValues random(3);
    const std::vector<Vec3> b = random.vectors(A.rows());
    SolverSettings direct;
    direct.method = SolverMethod::direct;
    const Solution expected = solve(A, direct, filter, b, 1e-10);
    const Solution found = solve(A, with(PreconditionerKind::multigrid), filter, b, 1e-10);
    EXPECT_TRUE(found.result.converged);
    EXPECT_LT(relative_difference(flatten(found.d), flatten(expected.d)), 1e-8);
}

TYPED_TEST(EveryMultigrid, HardlyNeedsMoreIterationsForLargerCloths)
{
    // The same fabric in ever smaller cells: h^2 k / m grows with the number of particles.
    RandomValues random(4);
    std::vector<int> multigrid;
    std::vector<int> ic0;
    for (const int side : {24, 48, 96}) {
        const double stretch = 0.25 * side * side;
        const Csr<TypeParam> A =
            cloth_matrix<TypeParam>(side, {.stretch = stretch, .shear = 0.2 * stretch, .bending = 0.002 * stretch});
        std::vector<Vec3> b = random.vectors(A.rows());
        for (Vec3& force : b) force += Vec3(1, 1, 1);  // as smooth as gravity
        const double tolerance = 1e-6 * flatten(b).norm();
        multigrid.push_back(solve(A, with(PreconditionerKind::multigrid), {}, b, tolerance).result.iterations);
        ic0.push_back(solve(A, with(PreconditionerKind::ic0), {}, b, tolerance).result.iterations);
    }
    EXPECT_LE(multigrid[2], 1.5 * multigrid[0]) << multigrid[0] << ' ' << multigrid[1] << ' ' << multigrid[2];
    EXPECT_LE(multigrid[2], 30);
    EXPECT_GT(ic0[2], 2.0 * ic0[0]) << "the cloths must be hard: " << ic0[0] << ' ' << ic0[1] << ' ' << ic0[2];
}

TYPED_TEST(EveryMultigrid, TakesStiffClothsBetterThanIncompleteCholesky)
{
    RandomValues random(5);
    const std::vector<Vec3> b = random.vectors(50 * 50);
    for (const double stretch : {1e2, 1e3, 1e4, 1e6}) {
        const Csr<TypeParam> A =
            cloth_matrix<TypeParam>(50, {.stretch = stretch, .shear = 0.2 * stretch, .bending = 0.002 * stretch});
        const double tolerance = 1e-6 * flatten(b).norm();
        const Solution found = solve(A, with(PreconditionerKind::multigrid), {}, b, tolerance);
        const Solution ic0 = solve(A, with(PreconditionerKind::ic0), {}, b, tolerance);
        EXPECT_TRUE(found.result.converged);
        EXPECT_LE(1.5 * found.result.iterations, ic0.result.iterations) << stretch << ' ' << found.result.iterations;
    }
}

TEST(Multigrid, NeedsWhatHoldsAgainstShearHoweverWeak)
{
    // Bending springs that weak are left out; shear springs must not be, or nothing would resist shear.
    RandomValues random(19);
    std::vector<Vec3> b = random.vectors(50 * 50);
    for (Vec3& force : b) force += Vec3(1, 1, 1);
    const double tolerance = 1e-6 * flatten(b).norm();
    std::vector<int> iterations;
    for (const double shear : {3e4, 4e3}) {  // strong, and just too weak for that
        const Csr<Mat3> A = cloth_matrix<Mat3>(50, {.stretch = 1e5, .shear = shear, .bending = 200});
        iterations.push_back(solve(A, with(PreconditionerKind::multigrid), {}, b, tolerance).result.iterations);
    }
    EXPECT_LE(iterations[1], 1.5 * iterations[0]) << "without them it would be six times";
}

TYPED_TEST(EveryMultigrid, TakesSpringsBeyondTheDigitsOfSinglePrecision)
{
    RandomValues random(18);
    const std::vector<Vec3> b = random.vectors(50 * 50);
    const double tolerance = 1e-6 * flatten(b).norm();
    std::vector<int> iterations;
    for (const double stretch : {1e4, 1e8}) {
        const Csr<TypeParam> A = cloth_matrix<TypeParam>(
            50, {.stretch = stretch, .shear = 0.2 * stretch, .bending = 0.002 * stretch, .wave = 0});
        const Solution found = solve(A, with(PreconditionerKind::multigrid), {}, b, tolerance);
        EXPECT_TRUE(found.result.converged) << stretch;
        iterations.push_back(found.result.iterations);
    }
    EXPECT_LE(iterations[1], 3 * iterations[0]) << iterations[0] << ' ' << iterations[1];
}

TYPED_TEST(EveryMultigrid, IsTheSameBitsForAnyNumberOfThreads)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(80);  // many blocks of rows
    RandomValues random(6);
    const std::vector<Vec3> r = random.vectors(A.rows());
    std::vector<std::vector<Vec3>> found;
    for (const int threads : {1, 2, 4}) {
        const ThreadLimit limit(threads);
        Multigrid<TypeParam> multigrid(A.pattern);
        multigrid.refresh(A, {});
        found.push_back(applied(multigrid, r));
    }
    EXPECT_EQ(found[0], found[1]);
    EXPECT_EQ(found[0], found[2]);
}

TYPED_TEST(EveryMultigrid, ForgetsTheMatrixBefore)
{
    // Marks of strong couplings and fixed particles change on the way: what a resumed run needs is that nothing of it
    // is left.
    const Csr<TypeParam> first = cloth_matrix<TypeParam>(30, {.shear = 10});
    const Csr<TypeParam> second = cloth_matrix<TypeParam>(30, {.wave = 0.05});
    RandomValues random(7);
    const std::vector<Vec3> r = random.vectors(first.rows());
    Multigrid<TypeParam> reused(first.pattern);
    Multigrid<TypeParam> fresh(first.pattern);
    reused.refresh(first, some_fixed(first.rows(), 8));
    static_cast<void>(applied(reused, r));
    reused.refresh(second, {});
    fresh.refresh(second, {});
    EXPECT_EQ(reused.level_sizes(), fresh.level_sizes());
    EXPECT_EQ(applied(reused, r), applied(fresh, r));
}

TYPED_TEST(EveryMultigrid, LeavesFixedParticlesAlone)
{
    Csr<TypeParam> A = cloth_matrix<TypeParam>(20);
    const std::vector<unsigned char> fixed = some_fixed(A.rows(), 9);
    Multigrid<TypeParam> multigrid(A.pattern);
    multigrid.refresh(A, fixed);
    RandomValues random(10);
    std::vector<Vec3> r = random.vectors(A.rows());
    const std::vector<Vec3> z = applied(multigrid, r);
    for (std::size_t i = 0; i < r.size(); ++i)
        if (fixed[i] != 0) {
            EXPECT_EQ(z[i], r[i]);
            r[i] = Vec3::Zero();
        }
    const std::vector<Vec3> others = applied(multigrid, r);
    for (std::size_t i = 0; i < r.size(); ++i)
        if (fixed[i] == 0) {
            EXPECT_EQ(others[i], z[i]) << "fixed particles act on others";
        }
}

TYPED_TEST(EveryMultigrid, SolvesSmallSystemsAtOnce)
{
    for (const int side : {1, 3, 9}) {
        const Csr<TypeParam> A = random_spd<TypeParam>(grid_pattern(side, side), 11);
        const std::vector<unsigned char> fixed = some_fixed(A.rows(), 12);
        Multigrid<TypeParam> multigrid(A.pattern);
        multigrid.refresh(A, fixed);
        const Eigen::MatrixXd expected = testing::inverse(decoupled(dense(A), fixed));
        EXPECT_LT(relative_difference(operator_of(multigrid, A.rows()), expected), 1e-11) << side;
    }
}

TYPED_TEST(EveryMultigrid, BringsParticlesWithoutSpringsHomeAtOnce)
{
    Csr<TypeParam> A(shared_pattern(500, {}));
    RandomValues random(13);
    for (std::size_t i = 0; i < A.rows(); ++i) {
        if constexpr (std::is_same_v<TypeParam, double>) {
            A.diagonal(i) = random.number(0.1, 10);
        } else {
            const Mat3 m = random.matrix();
            A.diagonal(i) = m * m.transpose() + 0.1 * Mat3::Identity();
        }
    }
    const Solution found = solve(A, with(PreconditionerKind::multigrid), {}, random.vectors(500), 1e-10);
    EXPECT_TRUE(found.result.converged);
    EXPECT_LE(found.result.iterations, 3);  // five digits or more in each
}

TYPED_TEST(EveryMultigrid, TakesPiecesOfEverySize)
{
    // Pairs, a chain and particles alone, which all end on different levels.
    std::vector<std::pair<int, int>> couplings;
    for (int i = 0; i < 200; i += 2) couplings.emplace_back(i, i + 1);
    for (int i = 200; i < 499; ++i) couplings.emplace_back(i, i + 1);
    const Csr<TypeParam> A = random_spd<TypeParam>(shared_pattern(600, couplings), 14);
    RandomValues random(15);
    const Solution found = solve(A, with(PreconditionerKind::multigrid), {}, random.vectors(600), 1e-10);
    EXPECT_TRUE(found.result.converged);
    EXPECT_LE(found.result.iterations, 60);
}

TYPED_TEST(EveryMultigrid, GivesBackWhatItGetsWhereAllAreFixed)
{
    const Csr<TypeParam> A = cloth_matrix<TypeParam>(15);
    Multigrid<TypeParam> multigrid(A.pattern);
    multigrid.refresh(A, std::vector<unsigned char>(A.rows(), 1));
    RandomValues random(16);
    const std::vector<Vec3> r = random.vectors(A.rows());
    EXPECT_EQ(applied(multigrid, r), r);
}

TYPED_TEST(EveryMultigrid, StaysPositiveDefiniteWhereTheMatrixIsNot)
{
    // What exact Jacobians of compressed springs can be: a diagonal that pushes the wrong way, a matrix that does.
    Csr<TypeParam> A = cloth_matrix<TypeParam>(11);
    for (std::size_t i = 0; i < A.rows(); ++i) A.diagonal(i) *= 0.95;
    A.diagonal(40) *= -0.5;
    A.diagonal(90) *= 0.0;
    ASSERT_LT(definiteness(dense(A)), 0);
    Multigrid<TypeParam> multigrid(A.pattern);
    multigrid.refresh(A, {});
    const Eigen::MatrixXd full = operator_of(multigrid, A.rows());
    EXPECT_LT(relative_difference(full, full.transpose()), testing::single_rounding);
    EXPECT_GT(definiteness(0.5 * (full + full.transpose())), 0);
}

TYPED_TEST(EveryMultigrid, ReturnsFromMatricesThatAreNoNumbers)
{
    // A run that has exploded meets them before it is stopped.
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 0.0}) {
        Csr<TypeParam> A = cloth_matrix<TypeParam>(11);
        for (TypeParam& value : A.value) value *= bad;
        Multigrid<TypeParam> multigrid(A.pattern);
        multigrid.refresh(A, {});
        const Csr<TypeParam> good = cloth_matrix<TypeParam>(11);
        multigrid.refresh(good, {});
        RandomValues random(17);
        EXPECT_TRUE(flatten(applied(multigrid, random.vectors(A.rows()))).allFinite());
    }
}

}  // namespace
}  // namespace tulle
