#include "state/velocity_filter.hpp"

#include "support/dense_algebra.hpp"
#include "support/random_values.hpp"

#include <tulle/threads.hpp>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

constexpr std::array every_kind{FilterKind::plain, FilterKind::averaged, FilterKind::momentum};

/// Particles at random places, of masses over three decades, each joined to the three before it.
struct Heap {
    explicit Heap(std::size_t n)
    {
        testing::RandomValues random(7);
        for (std::size_t i = 0; i < n; ++i) {
            x.push_back(random.vector());
            v.push_back(random.vector());
            mass.push_back(std::pow(10, random.number(-2, 1)));
            inverse_mass.push_back(1 / mass.back());
            for (std::size_t j = i < 3 ? 0 : i - 3; j < i; ++j)
                pairs.push_back({static_cast<int>(i), static_cast<int>(j)});
        }
    }

    [[nodiscard]] VelocityFilter filter(const FilterSettings& settings) const
    {
        VelocityFilter made(settings, joined(x.size(), pairs), std::vector<double>(x.size(), 1.0), inverse_mass);
        made.weigh(x);
        return made;
    }

    std::vector<Vec3> x, v;
    std::vector<double> mass, inverse_mass;
    std::vector<ParticlePair> pairs;
};

TEST(Neighbourhoods, JoinBothEndsOfEveryPairOnce)
{
    const std::vector<ParticlePair> pairs{{2, 0}, {0, 1}, {1, 0}};
    const Neighbourhoods near = joined(4, pairs);
    EXPECT_EQ(std::vector<int>(near.of(0).begin(), near.of(0).end()), (std::vector{1, 2}));
    EXPECT_EQ(std::vector<int>(near.of(1).begin(), near.of(1).end()), (std::vector{0}));
    EXPECT_EQ(std::vector<int>(near.of(2).begin(), near.of(2).end()), (std::vector{0}));
    EXPECT_TRUE(near.of(3).empty());
}

TEST(Neighbourhoods, ReachSoManySteps)
{
    std::vector<ParticlePair> chain;
    for (int i = 0; i < 6; ++i) chain.push_back({i, i + 1});
    const Neighbourhoods near = within_rings(joined(7, chain), 2);
    EXPECT_EQ(std::vector<int>(near.of(0).begin(), near.of(0).end()), (std::vector{1, 2}));
    EXPECT_EQ(std::vector<int>(near.of(3).begin(), near.of(3).end()), (std::vector{1, 2, 4, 5}));
    EXPECT_EQ(within_rings(joined(7, chain), 1).neighbour, joined(7, chain).neighbour);
}

TEST(VelocityFilter, TakesTheMeanWeighedByDistance)
{
    // A chain with edges of 2 m, of which only the middle moves.
    const std::vector<Vec3> x{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(2, 4, 0)};
    const std::vector<ParticlePair> pairs{{0, 1}, {1, 2}};
    for (const FilterKernel kernel : {FilterKernel::exponential, FilterKernel::gaussian}) {
        const FilterSettings settings{.kind = FilterKind::plain, .kernel = kernel, .lambda = 0.7};
        VelocityFilter filter(settings, joined(3, pairs), {2, 2, 2}, {1, 1, 1});
        filter.weigh(x);
        std::vector<Vec3> v{Vec3::Zero(), Vec3(1, 2, 3), Vec3::Zero()};
        filter.apply(x, v);
        const double near = std::exp(-0.7), far = std::exp(kernel == FilterKernel::gaussian ? -2.8 : -1.4);
        EXPECT_TRUE(v[0].isApprox(near / (1 + near) * Vec3(1, 2, 3), 1e-14));
        EXPECT_TRUE(v[1].isApprox(1 / (1 + near + far) * Vec3(1, 2, 3), 1e-14));
        EXPECT_TRUE(v[2].isApprox(far / (1 + far) * Vec3(1, 2, 3), 1e-14));
    }
}

TEST(VelocityFilter, AveragedIsHalfWayToPlain)
{
    const Heap heap(40);
    std::vector<Vec3> plain = heap.v, averaged = heap.v;
    heap.filter({.kind = FilterKind::plain}).apply(heap.x, plain);
    heap.filter({.kind = FilterKind::averaged}).apply(heap.x, averaged);
    for (std::size_t i = 0; i < plain.size(); ++i)
        EXPECT_TRUE(averaged[i].isApprox(0.5 * (heap.v[i] + plain[i]), 1e-13)) << i;
}

TEST(VelocityFilter, LeavesANetThatMovesAsAWholeAlone)
{
    const Heap heap(40);
    for (const FilterKind kind : every_kind) {
        std::vector<Vec3> v(heap.x.size(), Vec3(0.1, -0.2, 0.3));
        heap.filter({.kind = kind}).apply(heap.x, v);
        for (const Vec3& velocity : v) EXPECT_TRUE(velocity.isApprox(Vec3(0.1, -0.2, 0.3), 1e-15));
    }
}

TEST(VelocityFilter, OfLargeLambdaDoesNothing)
{
    const Heap heap(40);
    for (const FilterKind kind : every_kind) {
        std::vector<Vec3> v = heap.v;
        heap.filter({.kind = kind, .lambda = 1e4}).apply(heap.x, v);
        for (std::size_t i = 0; i < v.size(); ++i) EXPECT_TRUE(v[i].isApprox(heap.v[i], 1e-12));
    }
}

TEST(VelocityFilter, KeepsBothMomentaWhereItExchangesThem)
{
    const Heap heap(100);
    std::vector<Vec3> v = heap.v;
    heap.filter({.kind = FilterKind::momentum, .lambda = 0.1}).apply(heap.x, v);
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
    double before = 0, after = 0, size = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        linear += heap.mass[i] * (v[i] - heap.v[i]);
        angular += heap.mass[i] * heap.x[i].cross(v[i] - heap.v[i]);
        size += heap.mass[i] * heap.v[i].norm();
        before += heap.mass[i] * heap.v[i].squaredNorm();
        after += heap.mass[i] * v[i].squaredNorm();
    }
    EXPECT_LT(linear.norm(), 1e-14 * size);
    EXPECT_LT(angular.norm(), 1e-14 * size);
    EXPECT_LT(after, 0.95 * before) << "it hardly does anything";
}

/// Column by column: what becomes of unit velocities.
Eigen::MatrixXd matrix_of(const Heap& heap, const VelocityFilter& filter)
{
    const auto n = 3 * static_cast<Eigen::Index>(heap.x.size());
    Eigen::MatrixXd result(n, n);
    for (Eigen::Index c = 0; c < n; ++c) {
        std::vector<Vec3> unit(heap.x.size(), Vec3::Zero()), filtered(heap.x.size());
        unit[static_cast<std::size_t>(c / 3)][c % 3] = 1;
        filter.apply(heap.x, unit, filtered);
        for (Eigen::Index r = 0; r < n; ++r) result(r, c) = filtered[static_cast<std::size_t>(r / 3)][r % 3];
    }
    return result;
}

TEST(VelocityFilter, ThatExchangesMomentumHasGainsBetweenZeroAndOne)
{
    const Heap heap(25);
    for (const double lambda : {0.0, 0.5, 3.0}) {
        const Eigen::MatrixXd F = matrix_of(heap, heap.filter({.kind = FilterKind::momentum, .lambda = lambda}));
        Eigen::VectorXd root(F.rows());
        for (Eigen::Index i = 0; i < F.rows(); ++i) root[i] = std::sqrt(heap.mass[static_cast<std::size_t>(i / 3)]);
        // Symmetric in the inner product of the masses: M^1/2 F M^-1/2
        const Eigen::MatrixXd S = root.asDiagonal() * F * root.cwiseInverse().asDiagonal();
        EXPECT_LT((S - S.transpose()).norm(), 1e-13 * S.norm());
        EXPECT_LT(testing::largest_eigenvalue(S), 1 + 1e-13);
        EXPECT_LT(testing::largest_eigenvalue(-S), 1e-13);
    }
}

TEST(VelocityFilter, HoldsPinnedParticlesAndTheirNeighboursFeelThem)
{
    Heap heap(20);
    heap.inverse_mass[4] = 0;
    for (const FilterKind kind : every_kind) {
        std::vector<Vec3> v(heap.x.size(), Vec3::Zero());
        v[4] = Vec3(1, 2, 3);
        heap.filter({.kind = kind}).apply(heap.x, v);
        EXPECT_EQ(v[4], Vec3(1, 2, 3));
        EXPECT_GT(v[5].norm(), 1e-3);
        EXPECT_EQ(v[19], Vec3::Zero());
    }
}

TEST(VelocityFilter, IsTheSameBitsForAnyNumberOfThreads)
{
    const Heap heap(10000);
    for (const FilterKind kind : every_kind) {
        std::vector<std::vector<Vec3>> results;
        for (const int threads : {1, 2}) {
            const ThreadLimit limit(threads);
            results.push_back(heap.v);
            heap.filter({.kind = kind}).apply(heap.x, results.back());
        }
        EXPECT_EQ(results[0], results[1]);
    }
}

}  // namespace
}  // namespace tulle
