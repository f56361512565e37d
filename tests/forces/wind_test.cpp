#include "forces/wind.hpp"

#include "support/random_state.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

AirDescription gusty(const Vec3& wind, int seed = 0)
{
    return {.wind = wind, .gust = GustDescription{.strength = 0.4, .period = 2, .seed = seed}};
}

TEST(Wind, IsTheSumOfItsParts)
{
    AirDescription all = gusty({5, 1, 0});
    const AirDescription alone = all;
    all.jets.push_back({.from = {0, 0, -1}, .direction = {0, 0, 2}, .speed = 3, .radius = 0.5});
    AirDescription jet;
    jet.jets = all.jets;
    all.field = [](const Vec3& x, double t) { return Vec3(x.y() * t, 0, 1); };
    testing::RandomVectors random(3);
    for (int trial = 0; trial < 10; ++trial) {
        const Vec3 x = random.vector();
        const double t = 0.3 * trial;
        const Vec3 expected = Wind(alone).at(x, t) + Wind(jet).at(x, t) + Vec3(x.y() * t, 0, 1);
        EXPECT_LT((Wind(all).at(x, t) - expected).norm(), 1e-13);
    }
    EXPECT_EQ(Wind(AirDescription{.wind = {1, 2, 3}}).at({4, 5, 6}, 7), Vec3(1, 2, 3));
}

TEST(Gusts, HaveNoMeanAndStayBelowTheirStrength)
{
    // A sine of period T contributes at most T / (pi t) of its amplitude to a mean over t.
    for (const Vec3& wind : {Vec3(6, 2, 0), Vec3(0, 0, 3), Vec3(-1, 2, 2)}) {
        for (const int seed : {0, 1, 77}) {
            const Gusts gusts(*gusty(wind, seed).gust, wind);
            const double speed = wind.norm();
            const Vec3 along = wind / speed;
            constexpr int steps = 100'000;
            constexpr double duration = 2000;  // s
            Vec3 sum = Vec3::Zero();
            double strongest = 0;
            double farthest_across = 0;
            for (int k = 0; k < steps; ++k) {
                const Vec3 u = gusts.at({1, 2, 3}, duration * (k + 0.5) / steps);
                sum += u;
                strongest = std::max(strongest, std::abs(u.dot(along)));
                farthest_across = std::max(farthest_across, (u - u.dot(along) * along).norm());
            }
            EXPECT_LT((sum / steps).norm(), 0.4 * speed * 2 / (std::numbers::pi * duration) * std::sqrt(3.0));
            EXPECT_LE(strongest, 0.4 * speed);
            EXPECT_GT(strongest, 0.8 * 0.4 * speed) << "the bound says nothing";
            EXPECT_LE(farthest_across, std::numbers::sqrt2 * 0.4 * speed);
            EXPECT_GT(farthest_across, 0.6 * std::numbers::sqrt2 * 0.4 * speed);
        }
    }
}

TEST(Gusts, AreCarriedByTheWind)
{
    const Vec3 wind(3, 0, 4);
    const Gusts gusts(*gusty(wind).gust, wind);
    for (const double t : {0.0, 0.7, 12.0}) {
        const Vec3 here = gusts.at({1, 1, 1}, t);
        EXPECT_LT((gusts.at(Vec3(1, 1, 1) + 0.3 * wind, t + 0.3) - here).norm(), 1e-12);
        EXPECT_LT((gusts.at(Vec3(1, 9, 1), t) - here).norm(), 1e-12);  // all along a front at once
        EXPECT_GT((gusts.at({1, 1, 1}, t + 0.3) - here).norm(), 0.01);
    }
}

TEST(Gusts, OfAnotherSeedAreOthersOfNoWindNone)
{
    const Vec3 wind(5, 0, 0);
    EXPECT_GT((Gusts({.seed = 1}, wind).at({0, 0, 0}, 1) - Gusts({.seed = 2}, wind).at({0, 0, 0}, 1)).norm(), 1e-3);
    EXPECT_EQ(Gusts({}, Vec3::Zero()).at({1, 2, 3}, 4), Vec3(0, 0, 0));
}

TEST(Jet, KeepsItsMomentumAtEveryDistance)
{
    const Vec3 from(1, 2, 3);
    const Vec3 direction(1, 2, 2);  // of length 3
    const JetDescription description{.from = from, .direction = direction, .speed = 8, .radius = 0.2, .spread = 0.15};
    const Jet jet(description);
    const Vec3 aside = direction.cross(Vec3::UnitX()).normalized();
    for (const double along : {0.0, 1.0, 5.0}) {
        const double end = 5 * (0.2 + 0.15 * along);  // m
        constexpr int rings = 2000;
        double flux = 0;  // m^4/s^2, of momentum per density
        for (int k = 0; k < rings; ++k) {
            const double r = end * (k + 0.5) / rings;
            // The air of a jet goes along it.
            const Vec3 u = jet.at(from + along * direction / 3 + r * aside);
            EXPECT_LT(u.cross(direction).norm(), 1e-12);
            flux += u.squaredNorm() * 2 * std::numbers::pi * r * end / rings;
        }
        EXPECT_NEAR(flux, std::numbers::pi / 2 * 64 * 0.04, 1e-2 * flux) << along;
    }
}

TEST(Jet, IsAsFastAndWideAsItSays)
{
    const Jet jet({.direction = {0, 0, 5}, .speed = 10, .radius = 0.1, .spread = 0.1});
    EXPECT_LT((jet.at({0, 0, 0}) - Vec3(0, 0, 10)).norm(), 1e-12);
    EXPECT_NEAR(jet.at({0, 0.1, 0}).z(), 10 / std::numbers::e, 1e-12);
    EXPECT_LT((jet.at({0, 0, 1}) - Vec3(0, 0, 5)).norm(), 1e-12);  // twice as wide, half as fast
    EXPECT_NEAR(jet.at({0.2, 0, 1}).z(), 5 / std::numbers::e, 1e-12);
    EXPECT_EQ(jet.at({0, 0, -1e-3}), Vec3(0, 0, 0));
}

}  // namespace
}  // namespace tulle
