#include "mesh/ply_source.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using namespace std::string_view_literals;

PlyElement sample_element(std::size_t count)
{
    PlyElement element;
    element.name = "vertex";
    element.count = count;
    return element;
}

double take_binary(std::string_view bytes, std::endian order, PlyType type)
{
    ProblemList problems("a.ply");
    const PlyElement element = sample_element(1);
    PlyBinarySource source(bytes, order, problems);
    EXPECT_TRUE(source.begin(element, 0));
    const auto value = source.take(type);
    source.finish();
    EXPECT_EQ(problems.count(), 0U);
    return value.value_or(std::nan(""));
}

TEST(PlyBinarySource, ReadsEveryTypeInBothByteOrders)
{
    constexpr auto little = std::endian::little, big = std::endian::big;
    EXPECT_EQ(take_binary("\xfe"sv, little, PlyType::int8), -2);
    EXPECT_EQ(take_binary("\xfe"sv, big, PlyType::uint8), 254);
    EXPECT_EQ(take_binary("\x01\xff"sv, little, PlyType::int16), -255);
    EXPECT_EQ(take_binary("\xff\x01"sv, big, PlyType::int16), -255);
    EXPECT_EQ(take_binary("\x01\xff"sv, little, PlyType::uint16), 0xff01);
    EXPECT_EQ(take_binary("\xff\xff\xff\xfe"sv, big, PlyType::int32), -2);
    EXPECT_EQ(take_binary("\x01\0\0\x80"sv, little, PlyType::uint32), 2147483649.0);
    EXPECT_EQ(take_binary("\0\0\xc0\xbf"sv, little, PlyType::float32), -1.5);
    EXPECT_EQ(take_binary("\xbf\xc0\0\0"sv, big, PlyType::float32), -1.5);
    EXPECT_EQ(take_binary("\0\0\0\0\0\0\xf8\xbf"sv, little, PlyType::float64), -1.5);
    EXPECT_EQ(take_binary("\xbf\xf8\0\0\0\0\0\0"sv, big, PlyType::float64), -1.5);
}

TEST(PlyBinarySource, StopsAtTheEnd)
{
    ProblemList problems("a.ply");
    const PlyElement element = sample_element(3);
    PlyBinarySource source("abc", std::endian::little, problems);
    EXPECT_TRUE(source.begin(element, 1));
    EXPECT_TRUE(source.skip(PlyType::int8, 3));
    EXPECT_FALSE(source.take(PlyType::int8));
    EXPECT_TRUE(source.exhausted());
    EXPECT_EQ(problems.count(), 1U);
    // Sizes that overflow when multiplied are refused too.
    PlyBinarySource other("abc", std::endian::little, problems);
    EXPECT_TRUE(other.begin(element, 0));
    EXPECT_FALSE(other.skip(PlyType::float64, static_cast<std::size_t>(-1) / 4));
}

TEST(PlyTextSource, HoldsIntegersToTheirTypes)
{
    ProblemList problems("a.ply");
    const PlyElement element = sample_element(1);
    PlyTextSource source("255 256 -1 -129 65536 4294967295 4294967296", 1, problems);
    EXPECT_TRUE(source.begin(element, 0));
    EXPECT_EQ(source.take(PlyType::uint8), 255.0);
    EXPECT_FALSE(source.take(PlyType::uint8));
    EXPECT_FALSE(source.take(PlyType::uint32));
    EXPECT_FALSE(source.take(PlyType::int8));
    EXPECT_FALSE(source.take(PlyType::uint16));
    EXPECT_EQ(source.take(PlyType::uint32), 4294967295.0);
    EXPECT_FALSE(source.take(PlyType::uint32));
    EXPECT_EQ(problems.count(), 5U);
}

TEST(PlyTextSource, SkipsWithoutJudging)
{
    ProblemList problems("a.ply");
    const PlyElement element = sample_element(1);
    PlyTextSource source("nan odd 2\n", 1, problems);
    EXPECT_TRUE(source.begin(element, 0));
    EXPECT_TRUE(source.skip(PlyType::float32, 2));
    EXPECT_EQ(source.take(PlyType::float32), 2.0);
    EXPECT_TRUE(source.end());
    source.finish();
    EXPECT_EQ(problems.count(), 0U);
}

}  // namespace
}  // namespace tulle
