// Cubic laws of springs (VSMT10 eq. 1 to 8) against printed coefficients, their definition and finite differences.

#include "materials/cubic_tension.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

TEST(CubicTension, HasThePrintedCoefficients)
{
    // docs/theory/springs.md#springs-that-stiffen: L = 1, K = 1, K1 = 6 at 1.1, K2 = 2 at 0.9.
    const auto [a, b, c, d] = CubicTension::through(1, {}).coefficients();
    EXPECT_NEAR(a, 100, 1e-10);
    EXPECT_NEAR(b, -290, 1e-10);
    EXPECT_NEAR(c, 281, 1e-10);
    EXPECT_NEAR(d, -91, 1e-10);
}

TEST(CubicTension, MeetsItsFourConditionsAtAnyRestLength)
{
    const CubicDescription cubic{.stretched = 1.04, .stretched_factor = 6, .compressed = 0.96, .compressed_factor = 10};
    const CubicTension law = CubicTension::through(700, cubic);
    for (const double L : {0.003, 1.0, 20.0}) {
        EXPECT_NEAR(law.tension(L, L), 0, 1e-9 * 700 * L);
        EXPECT_NEAR(law.slope(L, L), 700, 1e-8 * 700);
        EXPECT_NEAR(law.slope(1.04 * L, L), 6 * 700, 1e-8 * 700);
        EXPECT_NEAR(law.slope(0.96 * L, L), 10 * 700, 1e-8 * 700);
    }
}

TEST(CubicTension, StvkIsTheCubicWithItsCoefficients)
{
    // g = K/(2 L^2) l^3 - K/2 l has g' = K (3 s^2 - 1)/2: the cubic through two points of that is the same law.
    const auto factor = [](double s) { return (3 * s * s - 1) / 2; };
    const CubicTension stvk = CubicTension::stvk(250);
    const CubicTension same = CubicTension::through(250, {1.2, factor(1.2), 0.7, factor(0.7)});
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(stvk.coefficients()[k], same.coefficients()[k], 1e-10 * 250);
    const double L = 0.02, l = 0.027;
    EXPECT_NEAR(stvk.tension(l, L), 250 / (2 * L * L) * l * l * l - 250.0 / 2 * l, 1e-12);
}

TEST(CubicTension, TensionIsTheSlopeOfTheEnergy)
{
    for (const CubicTension& law : {CubicTension::stvk(300), CubicTension::through(300, {})}) {
        const double L = 0.02;
        EXPECT_EQ(law.energy(L, L), 0);
        for (double l = 0.2 * L; l < 2 * L; l += 0.07 * L) {
            const double h = 1e-6 * L;
            EXPECT_NEAR((law.energy(l + h, L) - law.energy(l - h, L)) / (2 * h), law.tension(l, L), 1e-7 * 300 * L);
            EXPECT_NEAR((law.tension(l + h, L) - law.tension(l - h, L)) / (2 * h), law.slope(l, L), 1e-5 * 300);
            EXPECT_NEAR(law.transversal(l, L), law.tension(l, L) / l, 1e-9 * 300);
        }
    }
}

TEST(CubicTension, LevelsBoundTheSlopeFromAbove)
{
    const CubicTension law = CubicTension::through(80, {});
    for (double s = 0.3; s < 2; s += 0.01) {
        const double bound = law.level_stiffness(law.level(s, 1));
        EXPECT_GE(bound * (1 + 1e-12), std::max(law.slope(s, 1), 80.0));
        EXPECT_LE(bound, 1.5 * std::max(law.slope(s, 1), 80.0) * (1 + 1e-12));
    }
}

/// Whether the tension falls anywhere in the working range, by looking.
std::array<double, 2> looked_for(const CubicDescription& cubic)
{
    const CubicTension law = CubicTension::through(1, cubic);
    std::array<double, 2> range{2, 0};
    for (double s = std::min(cubic.compressed, 0.5); s <= std::max(cubic.stretched, 1.5); s += 1e-4)
        if (law.slope(s, 1) < 0) range = {std::min(range[0], s), std::max(range[1], s)};
    return range;
}

TEST(CubicTension, NamesWhereItsTensionWouldFall)
{
    int refused = 0;
    for (const double stretched : {1.02, 1.1, 1.8})
        for (const double at_stretched : {0.2, 0.9, 1.0, 3.0, 40.0})
            for (const double compressed : {0.3, 0.9, 0.98})
                for (const double at_compressed : {0.1, 1.0, 2.0, 30.0}) {
                    const CubicDescription cubic{stretched, at_stretched, compressed, at_compressed};
                    const auto falls = looked_for(cubic);
                    const auto told = falling_range(cubic);
                    ASSERT_EQ(told.has_value(), falls[0] < falls[1])
                        << stretched << ' ' << at_stretched << ' ' << compressed << ' ' << at_compressed;
                    if (!told) continue;
                    ++refused;
                    // Where it falls at both ends of the range, one of the two is named.
                    EXPECT_TRUE(std::abs((*told)[0] - falls[0]) < 2e-4 || std::abs((*told)[1] - falls[1]) < 2e-4);
                    EXPECT_LT(CubicTension::through(1, cubic).slope(0.5 * ((*told)[0] + (*told)[1]), 1), 0);
                }
    EXPECT_GT(refused, 20);
    EXPECT_EQ(cubic_problem({}), "");
    EXPECT_NE(cubic_problem({1.1, 40, 0.9, 1}).find("times the rest length"), std::string::npos);
}

}  // namespace
}  // namespace tulle
