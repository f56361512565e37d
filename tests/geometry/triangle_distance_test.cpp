#include "geometry/triangle_distance.hpp"

#include "support/random_values.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::RandomValues;

/// A point of a convex set is closest to p exactly if no corner of the set lies further towards p.
void expect_closest(const Vec3& p, const Triangle& triangle)
{
    const TrianglePoint found = closest_on_triangle(p, triangle);
    double size = 1e-300;
    for (const Vec3& corner : triangle) size = std::max(size, (p - corner).norm());
    for (const Vec3& corner : triangle)
        EXPECT_LE((p - found.point).dot(corner - found.point), 4e-14 * size * size) << p.transpose();
    EXPECT_GE(found.weights.minCoeff(), 0);
    EXPECT_NEAR(found.weights.sum(), 1, 1e-15);
    const Vec3 weighted =
        found.weights.x() * triangle[0] + found.weights.y() * triangle[1] + found.weights.z() * triangle[2];
    EXPECT_LE((weighted - found.point).norm(), 4e-16 * size);
    EXPECT_EQ(found.squared_distance, squared_length(p - found.point));
    EXPECT_TRUE(box_of(triangle).contains(found.point));
}

TEST(TriangleDistance, NoOtherPointOfTheTriangleIsCloser)
{
    RandomValues random(1);
    for (int k = 0; k < 20000; ++k) {
        Triangle triangle{random.vector(), random.vector(), random.vector()};
        // Every third one is narrow, by up to all digits there are.
        if (k % 3 == 0)
            triangle[2] = triangle[0] + random.number(0, 1) * (triangle[1] - triangle[0]) +
                          std::pow(10, random.number(-17, 0)) * random.vector();
        expect_closest(random.vector(2), triangle);
    }
}

TEST(TriangleDistance, TrianglesWithoutAreaAreTheirEdges)
{
    RandomValues random(2);
    for (int k = 0; k < 2000; ++k) {
        const Vec3 a = random.vector();
        const Vec3 b = random.vector();
        const Vec3 p = random.vector();
        expect_closest(p, {a, a, a});
        expect_closest(p, {a, a, b});
        expect_closest(p, {a, b, a});
        expect_closest(p, {b, a, a});
        expect_closest(p, {a, b, 0.5 * (a + b)});
        expect_closest(p, {a, b, 2 * b - a});
        EXPECT_EQ(closest_on_triangle(p, {a, a, a}).point, a);
    }
}

TEST(TriangleDistance, ZeroWeightsTellTheFeature)
{
    const Triangle triangle{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    EXPECT_EQ(closest_on_triangle({-1, -2, 3}, triangle).weights, Vec3(1, 0, 0));
    EXPECT_EQ(closest_on_triangle({3, -1, 3}, triangle).weights, Vec3(0, 1, 0));
    EXPECT_EQ(closest_on_triangle({-1, 5, -3}, triangle).weights, Vec3(0, 0, 1));
    EXPECT_EQ(closest_on_triangle({0.25, -1, 1}, triangle).weights, Vec3(0.75, 0.25, 0));
    EXPECT_EQ(closest_on_triangle({0.25, 0, 1}, triangle).weights, Vec3(0.75, 0.25, 0));  // straight above an edge
    EXPECT_EQ(closest_on_triangle({1, 1, 1}, triangle).weights, Vec3(0, 0.5, 0.5));
    EXPECT_EQ(closest_on_triangle({-1, 0.5, 0}, triangle).weights, Vec3(0.5, 0, 0.5));
    EXPECT_EQ(closest_on_triangle({0.25, 0.25, 7}, triangle).weights, Vec3(0.5, 0.25, 0.25));
    EXPECT_EQ(closest_on_triangle({1, 0, 0}, triangle).squared_distance, 0);
}

TEST(TriangleDistance, TheComputedDistanceIsNeverBelowThatOfTheBox)
{
    RandomValues random(3);
    for (int k = 0; k < 20000; ++k) {
        const Vec3 shift = random.vector(k % 2 == 0 ? 0 : 1e6);
        Triangle triangle{shift + random.vector(), shift + random.vector(), shift + random.vector()};
        if (k % 4 == 0)  // axis-aligned: the box is as flat as the triangle
            for (Vec3& corner : triangle) corner.z() = shift.z();
        const Vec3 p = shift + random.vector(3);
        const Aabb box = box_of(triangle);
        const Vec3 gap = (box.min() - p).cwiseMax(p - box.max()).cwiseMax(0.0);
        EXPECT_GE(closest_on_triangle(p, triangle).squared_distance, squared_length(gap));
    }
}

void expect_closest(const std::array<Vec3, 4>& x)
{
    const SegmentPoints found = closest_of_segments(x[0], x[1], x[2], x[3]);
    double size = 1e-300;
    for (int i = 0; i < 2; ++i)
        for (int j = 2; j < 4; ++j) size = std::max(size, (x[i] - x[j]).norm() + (x[1] - x[0]).norm());
    const Vec3 between = found.on_p - found.on_q;
    // How much shorter the way could be: the plane across it, moved to the corners.
    const double distance = between.norm();
    if (distance > 1e-9 * size) {
        for (int i = 0; i < 2; ++i) EXPECT_GE(between.dot(x[i] - found.on_p) / distance, -2e-7 * size);
        for (int j = 2; j < 4; ++j) EXPECT_LE(between.dot(x[j] - found.on_q) / distance, 2e-7 * size);
    }
    EXPECT_TRUE(found.s >= 0 && found.s <= 1 && found.t >= 0 && found.t <= 1);
    EXPECT_LE((x[0] + found.s * (x[1] - x[0]) - found.on_p).norm(), 4e-16 * size);
    EXPECT_LE((x[2] + found.t * (x[3] - x[2]) - found.on_q).norm(), 4e-16 * size);
    EXPECT_EQ(found.squared_distance, squared_length(found.on_p - found.on_q));
}

TEST(SegmentDistance, NoOtherPointsAreCloser)
{
    RandomValues random(4);
    for (int k = 0; k < 20000; ++k) {
        std::array<Vec3, 4> x{random.vector(), random.vector(), random.vector(), random.vector()};
        if (k % 3 == 0)  // nearly parallel, or wholly
            x[3] = x[2] + random.number(-2, 2) * (x[1] - x[0]) + std::pow(10, random.number(-20, 0)) * random.vector();
        if (k % 50 == 0) x[3] = x[2];
        if (k % 75 == 0) x[1] = x[0];
        expect_closest(x);
    }
}

/// Two segments that cross at a known distance: the result must not exceed it by more than rounding, however small the
/// angle between them.
TEST(SegmentDistance, CrossingsAreFoundAtAnyAngle)
{
    RandomValues random(5);
    for (int k = 0; k < 20000; ++k) {
        const Vec3 u = random.unit_vector();
        const Vec3 across = u.cross(random.unit_vector()).normalized();
        const Vec3 v = (u + std::pow(10, random.number(-16, 0)) * across).normalized();
        const Vec3 n = u.cross(across);
        const double gap = k % 2 == 0 ? 0 : std::pow(10, random.number(-10, 0));
        const Vec3 middle = random.vector();
        const double a = random.number(0.01, 1), b = random.number(0.01, 1);
        const auto found =
            closest_of_segments(middle - a * u, middle + b * u, middle + gap * n - b * v, middle + gap * n + a * v);
        EXPECT_LE(std::sqrt(found.squared_distance), gap + 4e-15) << k;
        EXPECT_GE(std::sqrt(found.squared_distance), gap - 1e-14) << k;
    }
}

TEST(SegmentDistance, SymmetricInItsSegments)
{
    RandomValues random(6);
    for (int k = 0; k < 1000; ++k) {
        const auto x = random.vectors(4);
        const auto one = closest_of_segments(x[0], x[1], x[2], x[3]);
        const auto other = closest_of_segments(x[3], x[2], x[0], x[1]);
        EXPECT_NEAR(one.squared_distance, other.squared_distance, 1e-14);
        EXPECT_NEAR(one.s, other.t, 1e-10);
        EXPECT_NEAR(one.t, 1 - other.s, 1e-10);
    }
}

}  // namespace
}  // namespace tulle
