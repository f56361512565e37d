#include "core/reduce.hpp"

#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tulle {
namespace {

using testing::RandomValues;

constexpr std::size_t many = 9 * block_size + 17;

/// Numbers of very different sizes, so that every order of addition rounds differently.
std::vector<double> uneven_numbers(std::size_t n)
{
    RandomValues random(1);
    std::vector<double> numbers(n);
    for (double& number : numbers) number = random.number(-1, 1) * std::pow(10.0, random.number(-12, 12));
    return numbers;
}

double sum_of(BlockReducer<double>& reducer, const std::vector<double>& numbers)
{
    return reducer.sum(numbers.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += numbers[i];
        return sum;
    });
}

TEST(BlockReducer, SumsAreTheSameBitsForAnyNumberOfThreads)
{
    const std::vector<double> numbers = uneven_numbers(many);
    double expected = 0;
    for (std::size_t block = 0; block < block_count(many); ++block) {
        double sum = 0;
        for (std::size_t i = block * block_size; i < std::min((block + 1) * block_size, many); ++i) sum += numbers[i];
        expected += sum;
    }
    double plain = 0;
    for (const double number : numbers) plain += number;
    ASSERT_NE(plain, expected) << "these numbers would not show a different order";

    for (const int threads : {1, 2, 4}) {
        const ThreadLimit limit(threads);
        BlockReducer<double> reducer;
        for (int repetition = 0; repetition < 10; ++repetition)
            EXPECT_EQ(sum_of(reducer, numbers), expected) << threads;
    }
}

TEST(BlockReducer, CombinesBlocksInTheirOrder)
{
    for (const int threads : {1, 2, 4}) {
        const ThreadLimit limit(threads);
        BlockReducer<std::string> reducer;
        const std::string text = reducer.reduce(
            4 * block_size + 1, std::string("start"),
            [](std::size_t begin, std::size_t) { return ' ' + std::to_string(begin / block_size); },
            [](const std::string& a, const std::string& b) { return a + b; });
        EXPECT_EQ(text, "start 0 1 2 3 4");
    }
}

TEST(BlockReducer, OfNothingIsTheInitialValue)
{
    BlockReducer<double> reducer;
    EXPECT_EQ(sum_of(reducer, uneven_numbers(3 * block_size)), sum_of(reducer, uneven_numbers(3 * block_size)));
    const auto never = [](std::size_t, std::size_t) { return 1.0; };
    EXPECT_EQ(reducer.reduce(0, -2.5, never, [](double a, double b) { return a + b; }), -2.5);
}

TEST(BlockReducer, ForgetsLongerWorkBefore)
{
    BlockReducer<double> reducer;
    const std::vector<double> ones(many, 1.0);
    EXPECT_EQ(sum_of(reducer, ones), static_cast<double>(many));
    for (const std::size_t n : {std::size_t{1}, block_size, block_size + 1, 2 * block_size})
        EXPECT_EQ(sum_of(reducer, std::vector<double>(n, 1.0)), static_cast<double>(n));
}

TEST(BlockReducer, FindsExtremes)
{
    std::vector<double> numbers = uneven_numbers(many);
    numbers[5 * block_size] = 1e20;
    BlockReducer<double> reducer;
    const double largest = reducer.reduce(
        many, 0.0,
        [&](std::size_t begin, std::size_t end) { return *std::max_element(&numbers[begin], numbers.data() + end); },
        [](double a, double b) { return std::max(a, b); });
    EXPECT_EQ(largest, 1e20);
}

TEST(DotProduct, IsTheSameBitsForAnyNumberOfThreads)
{
    RandomValues random(2);
    const std::vector<Vec3> a = random.vectors(many);
    const std::vector<Vec3> b = random.vectors(many);
    const Eigen::Map<const Eigen::VectorXd> flat_a(a[0].data(), 3 * static_cast<Eigen::Index>(many));
    const Eigen::Map<const Eigen::VectorXd> flat_b(b[0].data(), 3 * static_cast<Eigen::Index>(many));
    DotProduct dot;
    const double first = dot(a, b);
    // Rounding of n additions of numbers below 3.
    EXPECT_NEAR(first, flat_a.dot(flat_b), 1e-16 * 3 * static_cast<double>(many));
    for (const int threads : {1, 2, 4}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(dot(a, b), first) << threads;
    }
    const std::vector<Vec3> none;
    EXPECT_EQ(dot(none, none), 0.0);
}

TEST(DotProduct, TakesOneInSinglePrecisionWithoutRoundingTheOther)
{
    RandomValues random(3);
    const std::vector<Vec3> a = random.vectors(many);
    const std::vector<Vec3> b = random.vectors(many);
    std::vector<Eigen::Vector3f> kept;
    std::vector<Vec3> same;
    for (const Vec3& value : a) {
        kept.push_back(value.cast<float>());
        same.push_back(kept.back().cast<double>());
    }
    DotProduct dot;
    EXPECT_EQ(dot(kept, b), dot(same, b));
}

}  // namespace
}  // namespace tulle
