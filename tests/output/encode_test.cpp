#include "output/encode.hpp"

#include "output/wavy_cloths.hpp"

#include <gtest/gtest.h>

#include <random>

namespace tulle {
namespace {

template <class Number>
std::string text_of(Number value)
{
    std::string text;
    append_number(text, value);
    return text;
}

TEST(Encode, DecimalsAreShort)
{
    EXPECT_EQ(text_of(0.1), "0.1");
    EXPECT_EQ(text_of(-0.0), "-0");
    EXPECT_EQ(text_of(0.04), "0.04");
    EXPECT_EQ(text_of(25.0), "25");
    EXPECT_EQ(text_of(100000), "100000");
    EXPECT_EQ(text_of(-7L), "-7");
}

TEST(Encode, DecimalsReadBackToTheSameBits)
{
    std::vector<double> numbers = awkward_numbers();
    std::mt19937_64 random(1);
    while (numbers.size() < 10000) {
        const double any = std::bit_cast<double>(random());
        if (std::isfinite(any)) numbers.push_back(any);
    }
    for (const double number : numbers) {
        const std::string text = text_of(number);
        double back = 0;
        std::from_chars(text.data(), text.data() + text.size(), back);
        ASSERT_TRUE(same_bits(back, number)) << text;
    }
}

TEST(Encode, BinaryIsLittleEndian)
{
    std::string bytes;
    append_binary(bytes, std::int32_t{0x01020304});
    append_binary(bytes, std::int64_t{-2});
    append_binary(bytes, 1.0F);
    append_binary(bytes, -2.0);
    EXPECT_EQ(bytes, std::string("\x04\x03\x02\x01"
                                 "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
                                 "\x00\x00\x80\x3F"
                                 "\x00\x00\x00\x00\x00\x00\x00\xC0",
                                 24));
}

TEST(Encode, VectorsAreTheirCoordinates)
{
    std::string vector, coordinates;
    append_binary(vector, Vec3(1, 2, 3));
    for (const double x : {1.0, 2.0, 3.0}) append_binary(coordinates, x);
    EXPECT_EQ(vector, coordinates);
}

// The vectors of RFC 4648, section 10, and bytes that use the last two letters of the alphabet.
TEST(Encode, Base64)
{
    const std::vector<std::pair<std::string, std::string>> vectors{
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
        {"\xFB\xEF\xBF\xFF", "+++//w=="},
    };
    for (const auto& [bytes, text] : vectors) {
        std::string encoded = "before ";
        append_base64(encoded, bytes);
        EXPECT_EQ(encoded, "before " + text);
    }
}

}  // namespace
}  // namespace tulle
