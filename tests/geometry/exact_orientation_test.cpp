#include "geometry/exact_orientation.hpp"

#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include <cmath>

namespace tulle {
namespace {

using testing::RandomValues;
using Rational = boost::multiprecision::cpp_rational;
using RationalVec = std::array<Rational, 3>;

RationalVec way(const Vec3& from, const Vec3& to)
{
    return {Rational(to.x()) - Rational(from.x()), Rational(to.y()) - Rational(from.y()),
            Rational(to.z()) - Rational(from.z())};
}

int rational_orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
    const RationalVec u = way(a, b), v = way(a, c), w = way(a, d);
    const Rational determinant =
        (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] + (u[0] * v[1] - u[1] * v[0]) * w[2];
    return determinant.sign();
}

int rational_orientation(const Vec2& a, const Vec2& b, const Vec2& c)
{
    const Rational one = (Rational(b.x()) - Rational(a.x())) * (Rational(c.y()) - Rational(a.y()));
    const Rational other = (Rational(b.y()) - Rational(a.y())) * (Rational(c.x()) - Rational(a.x()));
    return Rational(one - other).sign();
}

/// Four points of a plane, as well as rounding lets them be, and some of them moved by a unit in the last place.
TEST(ExactOrientation, AgreesWithRationalNumbersNearAPlane)
{
    RandomValues random(1);
    int zeros = 0, others = 0;
    for (int k = 0; k < 4000; ++k) {
        const Vec3 shift = k % 2 == 0 ? Vec3(Vec3::Zero()) : random.vector(std::pow(10, random.integer(-3, 6)));
        const Vec3 a = shift + random.vector(), b = shift + random.vector(), c = shift + random.vector();
        const double s = random.number(-2, 2), t = random.number(-2, 2);
        Vec3 d = a + s * (b - a) + t * (c - a);
        if (k % 3 == 0) d.x() = std::nextafter(d.x(), 1e9);
        if (k % 5 == 0) d = k % 2 == 0 ? a : Vec3(0.5 * (a + b));
        const int expected = rational_orientation(a, b, c, d);
        ASSERT_EQ(orientation(a, b, c, d), expected) << k;
        ASSERT_EQ(orientation(b, a, c, d), -expected) << k;
        ASSERT_EQ(orientation(d, b, c, a), -expected) << k;
        ++(expected == 0 ? zeros : others);
        const Vec2 flat_a = a.head<2>(), flat_b = b.head<2>(), flat_c = flat_a + s * (flat_b - flat_a);
        ASSERT_EQ(orientation(flat_a, flat_b, flat_c), rational_orientation(flat_a, flat_b, flat_c)) << k;
    }
    EXPECT_GT(zeros, 100);
    EXPECT_GT(others, 1000);
}

/// Coordinates of all sizes at once: nothing is lost between 1e-20 and 1e20.
TEST(ExactOrientation, AgreesWithRationalNumbersWhateverTheSizes)
{
    RandomValues random(2);
    const auto point = [&] {
        Vec3 x = random.vector();
        for (double& c : x) c *= std::pow(10, random.integer(-20, 20));
        return x;
    };
    for (int k = 0; k < 2000; ++k) {
        const Vec3 a = point(), b = point(), c = point(), d = point();
        ASSERT_EQ(orientation(a, b, c, d), rational_orientation(a, b, c, d)) << k;
        const Vec2 p = a.head<2>(), q = b.head<2>(), r = c.head<2>();
        ASSERT_EQ(orientation(p, q, r), rational_orientation(p, q, r)) << k;
    }
}

TEST(ExactOrientation, CounterClockwiseIsPositive)
{
    EXPECT_EQ(orientation(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)), 1);
    EXPECT_EQ(orientation(Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)), 1);
}

}  // namespace
}  // namespace tulle
