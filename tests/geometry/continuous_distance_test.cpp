#include "geometry/continuous_distance.hpp"

#include "geometry/triangle_distance.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

using testing::RandomValues;
using Motion = std::array<MovingPoint, 4>;

Vec3 at(const MovingPoint& p, double time) { return p.start + time * (p.end - p.start); }

struct PointTriangle {
    static constexpr int first = 1;
    static MovingImpact impact(const Motion& m, const ImpactTolerance& tolerance)
    {
        return point_triangle_impact(m[0], {m[1], m[2], m[3]}, tolerance);
    }
    static double distance(const Motion& m, double t)
    {
        return std::sqrt(closest_on_triangle(at(m[0], t), {at(m[1], t), at(m[2], t), at(m[3], t)}).squared_distance);
    }
};

struct EdgeEdge {
    static constexpr int first = 2;
    static MovingImpact impact(const Motion& m, const ImpactTolerance& tolerance)
    {
        return edge_edge_impact({m[0], m[1]}, {m[2], m[3]}, tolerance);
    }
    static double distance(const Motion& m, double t)
    {
        return std::sqrt(closest_of_segments(at(m[0], t), at(m[1], t), at(m[2], t), at(m[3], t)).squared_distance);
    }
};

template <class Kind>
class ContinuousDistance : public ::testing::Test {
protected:
    /// Weights within the first and the second thing.
    static std::array<double, 4> random_weights(RandomValues& random)
    {
        std::array<double, 4> w{};
        double first = 0, second = 0;
        for (int k = 0; k < 4; ++k) {
            w[k] = random.integer(0, 4) == 0 ? 0 : random.number(0, 1);  // edges and corners too
            (k < Kind::first ? first : second) += w[k];
        }
        if (first == 0) first = w[0] = 1;
        if (second == 0) second = w[3] = 1;
        for (int k = 0; k < 4; ++k) w[k] /= k < Kind::first ? first : second;
        return w;
    }

    static Vec3 between(const Motion& m, const std::array<double, 4>& w, double t)
    {
        Vec3 sum = Vec3::Zero();
        for (int k = 0; k < 4; ++k) sum += (k < Kind::first ? 1 : -1) * w[k] * at(m[k], t);
        return sum;
    }

    /// Cloth-like or huge, slow or fast, some flat, parallel or without size.
    static Motion random_motion(RandomValues& random, int k)
    {
        const double size = std::pow(10, random.number(-3, 0));
        const double speed = std::pow(10, random.number(-4, 1));
        const Vec3 common = random.vector(k % 2 == 0 ? 0 : 5);  // all move together
        const Vec3 place = random.vector(k % 3 == 0 ? 100 : 1);
        Motion m;
        for (MovingPoint& p : m) {
            p.start = place + random.vector(size);
            p.end = p.start + common + random.vector(speed * size);
        }
        if (k % 7 == 0) {  // the second thing moves as one, rigidly
            for (int c = Kind::first + 1; c < 4; ++c)
                m[c].end = m[c].start + (m[Kind::first].end - m[Kind::first].start);
        }
        if (k % 11 == 0) m[3] = m[2];
        if (k % 13 == 0) m[1] = {m[0].start + 0.5 * (m[3].start - m[2].start), m[0].end + 0.5 * (m[3].end - m[2].end)};
        if (k % 17 == 0)  // all in one plane
            for (MovingPoint& p : m) p.start.z() = p.end.z() = place.z();
        return m;
    }

    /// The promise: nothing comes within the separation before the time, and what is called an impact is one.
    static void expect_separated(const Motion& m, const ImpactTolerance& tolerance, const MovingImpact& impact,
                                 int samples)
    {
        const double least = tolerance.separation;
        const double start = Kind::distance(m, 0);
        if (start <= least + tolerance.slop) return;
        for (int s = 0; s <= samples; ++s) {
            const double t = impact.time * s / samples;
            ASSERT_GT(Kind::distance(m, t), least - 1e-12) << t << " of " << impact.time;
        }
        if (impact.hit && impact.iterations < max_advancements) {
            EXPECT_LE(Kind::distance(m, impact.time), least + tolerance.slop + 1e-12);
        }
    }
};

using Kinds = ::testing::Types<PointTriangle, EdgeEdge>;
TYPED_TEST_SUITE(ContinuousDistance, Kinds);

/// Motions that lead exactly through: the two have a common point at a planned time, for no longer than an instant.
TYPED_TEST(ContinuousDistance, NoCrossingIsMissed)
{
    RandomValues random(1);
    double late = 0;
    int given_up = 0, started_within = 0;
    long total = 0;
    for (int k = 0; k < 100000; ++k) {
        Motion m = this->random_motion(random, k);
        const auto w = this->random_weights(random);
        const double crossing = random.number(0, 1);
        // Shifting one thing as a whole brings the two points together at that time.
        const Vec3 shift = this->between(m, w, crossing);
        for (int c = 0; c < TypeParam::first; ++c) {
            m[c].start -= shift;
            m[c].end -= shift;
        }
        const ImpactTolerance tolerance{.separation = k % 2 == 0 ? 0 : std::pow(10, random.number(-6, -2))};
        const MovingImpact impact = TypeParam::impact(m, tolerance);
        const double start = TypeParam::distance(m, 0);
        if (start <= tolerance.separation + tolerance.slop) {
            ++started_within;  // a crossing is deeper than any start but a touch
            if (start < 1e-10) continue;
        }
        ASSERT_TRUE(impact.hit) << k << ' ' << crossing << ' ' << start;
        late = std::max(late, impact.time - crossing);
        given_up += impact.iterations == max_advancements ? 1 : 0;
        total += impact.iterations;
        this->expect_separated(m, tolerance, impact, 5);
    }
    EXPECT_LE(late, 1e-13);
    EXPECT_LT(started_within, 50000);
    EXPECT_LT(total, 100000 * 10L);
    EXPECT_LT(given_up, 100);
}

TYPED_TEST(ContinuousDistance, WhatIsCalledFreeStaysApart)
{
    RandomValues random(2);
    int hits = 0;
    for (int k = 0; k < 100000; ++k) {
        const Motion m = this->random_motion(random, k);
        const ImpactTolerance tolerance{.separation = k % 2 == 0 ? 0 : std::pow(10, random.number(-6, -1))};
        const MovingImpact impact = TypeParam::impact(m, tolerance);
        hits += impact.hit ? 1 : 0;
        this->expect_separated(m, tolerance, impact, 20);
        if (this->HasFatalFailure()) FAIL() << k;
    }
    EXPECT_GT(hits, 5000);
    EXPECT_LT(hits, 95000);
}

/// Motions that graze: the closest approach is planned, a little within or beyond what counts.
TYPED_TEST(ContinuousDistance, GrazingIsDecidedRight)
{
    RandomValues random(3);
    int most = 0;
    for (int k = 0; k < 20000; ++k) {
        const double separation = k % 3 == 0 ? 0 : 1e-3;
        const bool within = k % 2 == 0;
        const double gap = separation + (within ? -1e-8 : 1.5e-7) + (within && k % 3 == 0 ? 1e-8 : 0);
        // A point or edge that flies over a corner, or over an edge, at the height `gap`.
        const Vec3 n = random.unit_vector();
        const Vec3 along = n.cross(random.unit_vector()).normalized();
        const Vec3 aside = n.cross(along);
        const Vec3 corner = random.vector();
        const Vec3 low = -n + random.number(-0.5, 0.5) * along;  // everything else lies below the corner
        Motion m;
        const double fast = std::pow(10, random.number(-2, 2));
        const double middle = random.number(0.1, 0.9);
        const auto passes = [&](const Vec3& x) {
            return MovingPoint{x - middle * fast * along, x + (1 - middle) * fast * along};
        };
        m[0] = passes(corner + gap * n);
        if (TypeParam::first == 2) m[1] = passes(corner + gap * n + 0.1 * aside);
        const auto rest = [](const Vec3& x) { return MovingPoint{x, x}; };
        m[3] = rest(corner);
        m[2] = rest(corner + 0.1 * (k % 4 < 2 ? low : aside) + (k % 4 < 2 ? 0.0 : -0.01) * n);
        if (TypeParam::first == 1) m[1] = rest(corner + 0.1 * low - 0.1 * aside);
        const MovingImpact impact = TypeParam::impact(m, {.separation = separation});
        const double start = TypeParam::distance(m, 0);
        if (start <= separation + 1.1e-7) continue;
        const double nearest = TypeParam::distance(m, middle);
        if (nearest <= separation) {
            EXPECT_TRUE(impact.hit) << k;
        }
        if (nearest > separation + 1.01e-7) {
            EXPECT_FALSE(impact.hit) << k << ' ' << nearest - separation;
        }
        most = std::max(most, impact.iterations);
        this->expect_separated(m, {.separation = separation}, impact, 50);
    }
    EXPECT_LT(most, 50);
}

TYPED_TEST(ContinuousDistance, TheClosestPointsAndTheNormalAreThoseOfTheImpact)
{
    RandomValues random(4);
    for (int k = 0; k < 2000; ++k) {
        const Motion m = this->random_motion(random, 2 * k + 1);
        const MovingImpact impact = TypeParam::impact(m, {.separation = 1e-3});
        if (!impact.hit || impact.distance == 0) continue;
        EXPECT_NEAR(impact.normal.norm(), 1, 1e-14);
        EXPECT_NEAR((this->between(m, impact.weights, impact.time) - impact.distance * impact.normal).norm(), 0, 1e-12);
        EXPECT_NEAR(impact.distance, TypeParam::distance(m, impact.time), 1e-12);
    }
}

/// A point over a resting triangle of 1 m; `height` and the displacement are the test's.
MovingImpact fall(const Vec3& from, const Vec3& displacement, double separation)
{
    const auto rest = [](const Vec3& x) { return MovingPoint{x, x}; };
    return point_triangle_impact({from, from + displacement}, {rest({-1, -1, 0}), rest({1, -1, 0}), rest({0, 1, 0})},
                                 {.separation = separation});
}

TEST(PointTriangleImpact, AFallOntoAFaceIsFoundAtOnce)
{
    const MovingImpact impact = fall({0, 0, 0.5}, {0, 0, -1}, 0.1);
    ASSERT_TRUE(impact.hit);
    EXPECT_NEAR(impact.time, 0.4, 1e-7);
    EXPECT_NEAR((impact.normal - Vec3::UnitZ()).norm(), 0, 1e-12);
    EXPECT_LE(impact.iterations, 2);
    EXPECT_FALSE(fall({0, 0, 0.5}, {0, 0, -0.39}, 0.1).hit);
    EXPECT_LT(fall({0, 0, -0.5}, {0, 0, 300}, 0.1).normal.z(), 0) << "both sides are sides";
}

TEST(PointTriangleImpact, SlidingAlongAFaceIsFree)
{
    for (const double gap : {1e-3 + 1e-9, 1e-3, 1e-3 - 1e-9, 0.5e-3}) {
        const MovingImpact impact = fall({-0.2, 0, gap}, {0.4, 0, 0}, 1e-3);
        EXPECT_FALSE(impact.hit) << gap;
        EXPECT_LE(impact.iterations, 3);
    }
    EXPECT_FALSE(fall({-0.2, 0, 3e-8}, {0.4, 0, 0}, 0).hit);
}

TEST(PointTriangleImpact, WhoStartsWithinIsStoppedOnlyOnTheWayIn)
{
    const MovingImpact deeper = fall({0, 0, 0.5e-3}, {0, 0, -1e-4}, 1e-3);
    EXPECT_TRUE(deeper.hit);
    EXPECT_EQ(deeper.time, 0);
    EXPECT_NEAR((deeper.normal - Vec3::UnitZ()).norm(), 0, 1e-12);
    EXPECT_FALSE(fall({0, 0, 0.5e-3}, {0, 0, 1e-4}, 1e-3).hit);
    EXPECT_FALSE(fall({0, 0, 0.5e-3}, {0, 0, 0}, 1e-3).hit);
    // Touching there is no way to tell in from out.
    EXPECT_TRUE(fall({0, 0, 0}, {0, 0, 1e-4}, 1e-3).hit);
    EXPECT_FALSE(fall({0, 0, 0}, {0, 0, 0}, 1e-3).hit);
    EXPECT_TRUE(fall({0, 0, 1e-9}, {0, 0, -1}, 0).hit);
    EXPECT_FALSE(fall({0, 0, 1e-9}, {0, 0, 1}, 0).hit);
}

/// A triangle that turns over while the point, within reach at the start, first moves away from it.
TEST(PointTriangleImpact, APointThatLeavesIsCaughtByAFasterSurface)
{
    const MovingPoint point{{0.5, 0, 0.5e-3}, {0.5, 0, 2e-3}};
    const std::array<MovingPoint, 3> swinging{MovingPoint{{0, -1, 0}, {0, -1, 0}}, MovingPoint{{0, 1, 0}, {0, 1, 0}},
                                              MovingPoint{{1, 0, 0}, {1, 0, 0.5}}};
    EXPECT_TRUE(point_triangle_impact(point, swinging, {.separation = 1e-3}).hit);
}

TEST(EdgeEdgeImpact, WiresThatPassAtTwentyMetresPerSecondMeet)
{
    const double dt = 1.0 / 60;
    const Vec3 displacement(0, 0, -20 * dt);
    const auto rest = [](const Vec3& x) { return MovingPoint{x, x}; };
    const std::array<MovingPoint, 2> wire{rest({-1, 0, 0}), rest({1, 0, 0})};
    for (const double y : {-0.5, 0.0, 0.3}) {
        const std::array<MovingPoint, 2> flying{
            MovingPoint{{0.1, -0.01 + y, 0.1}, Vec3(0.1, -0.01 + y, 0.1) + displacement},
            MovingPoint{{0.2, 0.01 + y, 0.1}, Vec3(0.2, 0.01 + y, 0.1) + displacement}};
        const MovingImpact impact = edge_edge_impact(flying, wire, {.separation = 0});
        EXPECT_EQ(impact.hit, y == 0.0);
        if (impact.hit) {
            EXPECT_NEAR(impact.time, 0.1 / (20 * dt), 1e-6);
        }
    }
}

}  // namespace
}  // namespace tulle
