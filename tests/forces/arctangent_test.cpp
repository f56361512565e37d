#include "forces/arctangent.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace tulle {
namespace {

/// Off by so many units in the last place of the result.
double units_off(double y, double x)
{
    const long double exact = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    const double size = std::abs(static_cast<double>(exact));
    return static_cast<double>(std::abs(atan2_ahead(y, x) - exact)) / (std::nextafter(size, 10.0) - size);
}

TEST(Arctangent, AgreesWithTheLibrarysAtEverySize)
{
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-40, 40), part(-1, 1);
    for (int k = 0; k < 200'000; ++k) {
        const double y = part(random) * std::exp2(exponent(random));
        const double x = std::abs(part(random)) * std::exp2(exponent(random));
        ASSERT_LE(units_off(y, x), 3) << y << ' ' << x;
        ASSERT_LE(units_off(part(random), std::abs(part(random))), 3);
    }
    // Around the slopes where another piece of it begins.
    for (const double slope : {std::numbers::sqrt2 - 1, 1.0, std::numbers::sqrt2 + 1})
        for (int k = -1000; k <= 1000; ++k) {
            const double y = slope * (1 + k * std::numeric_limits<double>::epsilon());
            ASSERT_LE(units_off(y, 1), 3) << slope << ' ' << k;
        }
}

TEST(Arctangent, IsOddAndEndsAtRightAngles)
{
    EXPECT_EQ(atan2_ahead(0, 2), 0);
    EXPECT_TRUE(std::signbit(atan2_ahead(-0.0, 2)));
    EXPECT_EQ(atan2_ahead(3, 0), 0.5 * std::numbers::pi);
    EXPECT_EQ(atan2_ahead(-3, 0), -0.5 * std::numbers::pi);
    for (const double y : {1e-300, 1e-9, 0.3, 1.0, 7.0, 1e9}) EXPECT_EQ(atan2_ahead(-y, 1), -atan2_ahead(y, 1));
    EXPECT_FALSE(std::isfinite(atan2_ahead(0, 0)));
}

}  // namespace
}  // namespace tulle
