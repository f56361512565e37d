#include "geometry/exact_crossing.hpp"

#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tulle {
namespace {

using testing::RandomValues;
using Integer = boost::multiprecision::int256_t;
using Point = std::array<Integer, 3>;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point cross(const Point& a, const Point& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Integer dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
bool is_zero(const Point& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }
int side(const Point& a, const Point& b, const Point& c, const Point& d)
{
    return dot(cross(minus(b, a), minus(c, a)), minus(d, a)).sign();
}

const Point origin{0, 0, 0};

bool holds_origin(const Point& a, const Point& b) { return is_zero(cross(a, b)) && dot(a, b) <= 0; }

bool holds_origin(const Point& a, const Point& b, const Point& c)
{
    const Point normal = cross(minus(b, a), minus(c, a));
    return !is_zero(normal) && dot(normal, a) == 0 && dot(cross(a, b), normal) >= 0 && dot(cross(b, c), normal) >= 0 &&
           dot(cross(c, a), normal) >= 0;
}

bool holds_origin(const Point& a, const Point& b, const Point& c, const Point& d)
{
    const int whole = side(a, b, c, d);
    if (whole == 0) return false;
    return side(origin, b, c, d) * whole >= 0 && side(a, origin, c, d) * whole >= 0 &&
           side(a, b, origin, d) * whole >= 0 && side(a, b, c, origin) * whole >= 0;
}

/// Two convex sets have a common point where the hull of all differences of their corners holds the origin, and then a
/// simplex of at most four of them does, whatever the triangles are like (Caratheodory).
bool obviously_have_common_point(const std::array<Point, 3>& one, const std::array<Point, 3>& other)
{
    std::vector<Point> d;
    for (const Point& a : one)
        for (const Point& b : other) d.push_back(minus(a, b));
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t j = i + 1; j < 9; ++j) {
            if (holds_origin(d[i], d[j])) return true;
            for (std::size_t k = j + 1; k < 9; ++k) {
                if (holds_origin(d[i], d[j], d[k])) return true;
                for (std::size_t l = k + 1; l < 9; ++l)
                    if (holds_origin(d[i], d[j], d[k], d[l])) return true;
            }
        }
    return false;
}

/// Whole numbers below 2^53, which doubles hold exactly at any power of two.
std::array<Point, 3> whole(const Triangle& triangle, double unit)
{
    std::array<Point, 3> corners;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t axis = 0; axis < 3; ++axis)
            corners[k][axis] = static_cast<long long>(triangle[k][static_cast<int>(axis)] / unit);
    return corners;
}

void expect_agreement(const Triangle& one, const Triangle& other, double unit, int& common)
{
    const bool expected = obviously_have_common_point(whole(one, unit), whole(other, unit));
    ASSERT_EQ(have_common_point(one, other), expected);
    ASSERT_EQ(have_common_point(other, one), expected);
    ASSERT_EQ(have_common_point({one[2], one[1], one[0]}, {other[1], other[2], other[0]}), expected);
    common += expected ? 1 : 0;
}

Triangle lattice_triangle(RandomValues& random, int size)
{
    Triangle triangle;
    for (Vec3& corner : triangle)
        corner = Vec3(random.integer(0, size), random.integer(0, size), random.integer(0, size));
    return triangle;
}

/// Points of a small lattice: in one plane, on one line, the same, more often than not.
TEST(ExactCrossing, AgreesWithWholeNumbersOnALattice)
{
    RandomValues random(1);
    int common = 0;
    constexpr int count = 1500;
    for (int k = 0; k < count; ++k) {
        const int size = 1 + k % 4;
        expect_agreement(lattice_triangle(random, size), lattice_triangle(random, size), 1, common);
    }
    EXPECT_GT(common, count / 5);
    EXPECT_LT(common, 4 * count / 5);
}

/// All in one plane that is level with no axis.
TEST(ExactCrossing, AgreesWithWholeNumbersInAPlane)
{
    RandomValues random(2);
    int common = 0;
    const Vec3 u(3, -1, 2), v(1, 2, -5);
    for (int k = 0; k < 600; ++k) {
        std::array<Triangle, 2> pair;
        for (Triangle& triangle : pair)
            for (Vec3& corner : triangle) corner = random.integer(0, 4) * u + random.integer(0, 4) * v;
        expect_agreement(pair[0], pair[1], 1, common);
    }
    EXPECT_GT(common, 100);
    EXPECT_LT(common, 500);
}

/// The same far from the origin, in small units, and with corners a unit beside where they would touch.
TEST(ExactCrossing, AgreesWithWholeNumbersWhereRoundingDecides)
{
    RandomValues random(3);
    int common = 0;
    const double unit = std::ldexp(1.0, -50);
    const double cell = std::ldexp(1.0, -10);
    const Vec3 shift = Vec3(1234567890123, -987654321, 33) * unit;
    for (int k = 0; k < 1500; ++k) {
        std::array<Triangle, 2> pair;
        for (Triangle& triangle : pair) {
            triangle = lattice_triangle(random, 3);
            for (Vec3& corner : triangle) {
                corner = cell * corner + shift;
                if (k % 2 == 0)
                    corner += unit * Vec3(random.integer(-1, 1), random.integer(-1, 1), random.integer(-1, 1));
            }
        }
        expect_agreement(pair[0], pair[1], unit, common);
    }
    EXPECT_GT(common, 300);
    EXPECT_LT(common, 1200);
}

TEST(ExactCrossing, ACutIsWhereTheSegmentMeetsThePlane)
{
    RandomValues random(4);
    int cuts = 0;
    for (int k = 0; k < 5000; ++k) {
        const Triangle triangle{random.vector(), random.vector(), random.vector()};
        const Vec3 p = random.vector(), q = random.vector();
        const auto cut = cut_of(p, q, triangle);
        ASSERT_EQ(cut.has_value(), have_common_point(p, q, triangle));
        if (!cut) continue;
        ++cuts;
        const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
        EXPECT_NEAR(normal.dot(p + *cut * (q - p) - triangle[0]), 0, 1e-14);
        EXPECT_NEAR(cut_of(q, p, triangle).value_or(-1), 1 - *cut, 1e-9);
    }
    EXPECT_GT(cuts, 100);
    const Triangle level{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    EXPECT_EQ(cut_of(Vec3(0.2, 0.2, 0), Vec3(0.2, 0.2, 1), level), 0.0);
    EXPECT_EQ(cut_of(Vec3(0.2, 0.2, 1), Vec3(1, 0, 0), level), 1.0);
    EXPECT_FALSE(cut_of(Vec3(-1, 0.2, 0), Vec3(1, 0.2, 0), level));
    EXPECT_FALSE(cut_of(Vec3(0.5, 0, -1), Vec3(0.5, 0, 1), {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)}));
}

}  // namespace
}  // namespace tulle
