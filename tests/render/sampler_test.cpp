#include "render/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace tulle {
namespace {

std::vector<Eigen::Vector2f> pairs(std::uint32_t pixel, int dimension, int count)
{
    std::vector<Eigen::Vector2f> all;
    for (int k = 0; k < count; ++k) {
        Sampler sampler(pixel, static_cast<std::uint32_t>(k));
        Eigen::Vector2f pair;
        for (int d = 0; d <= dimension; ++d) pair = sampler.next();
        all.push_back(pair);
    }
    return all;
}

/// A net in base 2: every way to cut the square into 16 equal rectangles has one point in each.
TEST(Sampler, SixteenSamplesAreOneToACellHoweverTheSquareIsCut)
{
    for (const std::uint32_t pixel : {0U, 1U, 77U, 123456U}) {
        for (int dimension = 0; dimension < 4; ++dimension) {
            const auto points = pairs(pixel, dimension, 16);
            for (int columns = 1; columns <= 16; columns *= 2) {
                std::set<int> cells;
                for (const auto& p : points) {
                    EXPECT_GE(p.minCoeff(), 0);
                    EXPECT_LT(p.maxCoeff(), 1);
                    const int column = static_cast<int>(p.x() * static_cast<float>(columns));
                    const int row = static_cast<int>(p.y() * static_cast<float>(16 / columns));
                    cells.insert(column + columns * row);
                }
                EXPECT_EQ(cells.size(), 16U)
                    << "pixel " << pixel << " dimension " << dimension << " columns " << columns;
            }
        }
    }
}

TEST(Sampler, PixelsAndDimensionsAreUnlikeEachOther)
{
    const auto mean_product = [](const auto& a, const auto& b) {
        float sum = 0;
        for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k].x() - 0.5F) * (b[k].x() - 0.5F);
        return sum / static_cast<float>(a.size());
    };
    float total = 0;
    constexpr int pixels = 200;
    for (std::uint32_t pixel = 0; pixel < pixels; ++pixel) {
        total += std::abs(mean_product(pairs(pixel, 0, 16), pairs(pixel + 1, 0, 16)));
        total += std::abs(mean_product(pairs(pixel, 0, 16), pairs(pixel, 1, 16)));
    }
    // Independent numbers give about 1/12 * 1/4 * sqrt(2/pi) = 0.017 for 16 samples; the same ones 1/12 = 0.083.
    EXPECT_LT(total / (2 * pixels), 0.03F);
}

TEST(Sampler, TheSameEveryTime)
{
    for (int k = 0; k < 8; ++k)
        EXPECT_EQ(pairs(5, 2, 8)[static_cast<std::size_t>(k)], pairs(5, 2, 8)[static_cast<std::size_t>(k)]);
}

}  // namespace
}  // namespace tulle
