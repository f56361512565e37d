#include "linear/constrained_matrix.hpp"

#include "support/linear_systems.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::dense;
using testing::grid_pattern;
using testing::random_spd;
using testing::RandomValues;

/// Every third particle slides on a plane of its own, every seventh is held in all directions, and the first is pinned.
DirectionFilter many_held(std::size_t n)
{
    DirectionFilter filter;
    filter.fixed.assign(n, 0);
    filter.fixed[0] = 1;
    filter.entries.push_back({0, Mat3::Zero()});
    RandomValues random(3);
    for (std::size_t i = 1; i < n; ++i) {
        const Vec3 normal = random.vector().normalized();
        if (i % 7 == 0) {
            filter.entries.push_back({static_cast<int>(i), Mat3::Zero()});
        } else if (i % 3 == 0) {
            filter.entries.push_back({static_cast<int>(i), Mat3::Identity() - normal * normal.transpose()});
        }
    }
    return filter;
}

TEST(ConstrainedMatrix, IsTheMatrixBetweenTheProjectors)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(5, 6), 1);
    const DirectionFilter filter = many_held(A.rows());
    ConstrainedMatrix constrained;
    const Eigen::MatrixXd found = dense(constrained.of(A, filter));
    Eigen::MatrixXd S = Eigen::MatrixXd::Identity(found.rows(), found.cols());
    Eigen::MatrixXd D = Eigen::MatrixXd::Zero(found.rows(), found.cols());
    for (const DirectionFilter::Entry& entry : filter.entries)
        S.block<3, 3>(3 * entry.particle, 3 * entry.particle) = entry.allowed;
    for (std::size_t i = 0; i < A.rows(); ++i)
        D.diagonal().segment<3>(3 * static_cast<Eigen::Index>(i)).setConstant(A.diagonal(i).trace() / 3);
    const Eigen::MatrixXd exact = S * dense(A) * S + D - S * D;
    EXPECT_LT((found - exact).norm(), 1e-13 * exact.norm());
    EXPECT_GT((found - dense(A)).norm(), 0.1 * exact.norm()) << "or nothing was tested";
}

TEST(ConstrainedMatrix, IsTheMatrixItselfWhereOnlyPinsHold)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(3, 3), 1);
    DirectionFilter filter;
    filter.fixed.assign(A.rows(), 0);
    ConstrainedMatrix constrained;
    EXPECT_EQ(&constrained.of(A, filter), &A);
    filter.fixed[4] = 1;
    filter.entries.push_back({4, Mat3::Zero()});
    EXPECT_EQ(&constrained.of(A, filter), &A);
}

TEST(ConstrainedMatrix, ForgetsTheLastFilter)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(4, 4), 1);
    const DirectionFilter many = many_held(A.rows());
    DirectionFilter few = many;
    few.entries.erase(few.entries.begin() + 2, few.entries.end());
    ConstrainedMatrix reused, fresh;
    static_cast<void>(reused.of(A, many));
    EXPECT_EQ(dense(reused.of(A, few)), dense(fresh.of(A, few)));
}

TEST(ConstrainedMatrix, PreconditionersMadeOfItKnowWhoIsHeld)
{
    const Csr<Mat3> A = testing::two_fabrics<Mat3>(30);
    const DirectionFilter filter = many_held(A.rows());
    std::vector<Vec3> b(A.rows());
    RandomValues random(5);
    for (Vec3& value : b) value = random.vector();
    filter.apply(b);
    ConstrainedMatrix constrained;
    const auto iterations = [&](const SolverSettings& settings, const Csr<Mat3>& made_of, const DirectionFilter& held) {
        const auto preconditioner = make_preconditioner<Mat3>(settings, A.pattern);
        preconditioner->refresh(A, held.fixed, made_of);
        std::vector<Vec3> r = b, d(A.rows());
        const CgResult result = ConjugateGradients<Mat3>(A.rows()).solve(A, *preconditioner, held, r, d, 1e-8, 10000);
        EXPECT_TRUE(result.converged);
        return result.iterations;
    };
    DirectionFilter pins;
    pins.fixed = filter.fixed;
    pins.entries.push_back(filter.entries[0]);
    for (const SolverSettings& settings : testing::preconditioner_settings()) {
        if (settings.preconditioner == PreconditionerKind::none && settings.method != SolverMethod::direct) continue;
        SCOPED_TRACE(make_preconditioner<Mat3>(settings, A.pattern)->name());
        const int aware = iterations(settings, constrained.of(A, filter), filter);
        EXPECT_LT(aware, iterations(settings, A, filter));
        EXPECT_LE(aware, iterations(settings, A, pins)) << "what is held makes it easier";
        if (settings.method == SolverMethod::direct) {
            EXPECT_LE(aware, 2) << "it is the inverse";
        }
    }
}

}  // namespace
}  // namespace tulle
