#include "mesh/tokens.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace tulle {
namespace {

/// Every token as text@line:column, a bar behind each line.
std::string outline(std::string_view text, LineSyntax syntax)
{
    TokenLines lines(text, syntax);
    std::vector<Token> tokens;
    std::string result;
    while (lines.next(tokens)) {
        for (const Token& token : tokens) {
            result +=
                std::string(token.text) + '@' + std::to_string(token.line) + ':' + std::to_string(token.column) + ' ';
        }
        result += '|';
    }
    return result;
}

template <class Real>
std::optional<Real> parse(std::string_view text)
{
    ProblemList problems("t");
    const auto value = parse_real<Real>({.text = text, .line = 1, .column = 1}, problems);
    EXPECT_EQ(value.has_value(), problems.count() == 0) << text;
    return value;
}

TEST(TokenLines, KnowsWhereWordsStand)
{
    EXPECT_EQ(outline("v 1\t2\r\n\n  f a \n", LineSyntax::plain), "v@1:1 1@1:3 2@1:5 |f@3:3 a@3:5 |");
    EXPECT_EQ(outline("last", LineSyntax::plain), "last@1:1 |");
    EXPECT_EQ(outline("", LineSyntax::plain), "");
}

TEST(TokenLines, LeavesOutCommentsInObjOnly)
{
    EXPECT_EQ(outline("# all\nv 1 # one\nv 2#two", LineSyntax::obj), "v@2:1 1@2:3 |v@3:1 2@3:3 |");
    EXPECT_EQ(outline("v # 1\n", LineSyntax::plain), "v@1:1 #@1:3 1@1:5 |");
}

TEST(TokenLines, JoinsContinuedLines)
{
    EXPECT_EQ(outline("f 1 \\\n 2\\\r\n3\nv\n", LineSyntax::obj), "f@1:1 1@1:3 2@2:2 3@3:1 |v@4:1 |");
    EXPECT_EQ(outline("a\\b\n", LineSyntax::plain), "a\\b@1:1 |");
}

TEST(TokenLines, TellsHowTheTextEnded)
{
    const auto read_all = [](std::string_view text) {
        TokenLines lines(text, LineSyntax::obj);
        std::vector<Token> tokens;
        while (lines.next(tokens)) {
        }
        return lines;
    };
    EXPECT_FALSE(read_all("v 1\n").ended_inside_line());
    EXPECT_TRUE(read_all("v 1").ended_inside_line());
    EXPECT_FALSE(read_all("v 1").ended_in_continuation());
    EXPECT_TRUE(read_all("v 1\\").ended_in_continuation());
    EXPECT_TRUE(read_all("v 1\\\n").ended_in_continuation());
    EXPECT_FALSE(read_all("v 1\\\n2\n").ended_in_continuation());
}

TEST(ParseReal, ReturnsEveryDoubleFromItsShortestText)
{
    std::mt19937_64 random(3);
    for (int i = 0; i < 20000; ++i) {
        const auto x = std::bit_cast<double>(random());  // all magnitudes, subnormals included
        if (!std::isfinite(x)) continue;
        std::array<char, 64> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), x).ptr;
        const auto parsed = parse<double>(std::string_view(text.data(), end));
        ASSERT_TRUE(parsed);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(*parsed), std::bit_cast<std::uint64_t>(x));
    }
}

TEST(ParseReal, RoundsToTheNearest)
{
    // Halfway between 1 and the next double: to even. A digit more: up.
    EXPECT_EQ(*parse<double>("1.00000000000000011102230246251565404236316680908203125"), 1.0);
    EXPECT_EQ(*parse<double>("1.00000000000000011102230246251565404236316680908203126"), std::nextafter(1.0, 2.0));
    EXPECT_EQ(*parse<float>("0.1"), 0.1F);
}

TEST(ParseReal, TakesTheUsualSpellings)
{
    EXPECT_EQ(*parse<double>("+1.5"), 1.5);
    EXPECT_EQ(*parse<double>("-.5"), -0.5);
    EXPECT_EQ(*parse<double>("5."), 5.0);
    EXPECT_EQ(*parse<double>("1E3"), 1000.0);
}

TEST(ParseReal, RoundsTinyNumbersToZero)
{
    for (const char* text : {"1e-400", "-0.5E-500", "0.00001e-320", "12345e-400", "1e-99999999999999999999"}) {
        ASSERT_TRUE(parse<double>(text)) << text;
        EXPECT_EQ(*parse<double>(text), 0.0) << text;
    }
    EXPECT_EQ(*parse<double>("0." + std::string(400, '0') + "1"), 0.0);
    EXPECT_EQ(*parse<float>("1e-60"), 0.0F);
}

TEST(ParseReal, RefusesWhatIsNoFiniteNumber)
{
    for (const char* text : {"", "+", "-", "x", "1x", "1,5", "+-1", "1e", "0x10", "1e-400x", "1e999", "-1e999",
                             "0.1e400", "1e99999999999999999999", "nan", "inf", "-inf", "infinity"}) {
        EXPECT_FALSE(parse<double>(text)) << text;
    }
    EXPECT_FALSE(parse<float>("1e39"));
}

TEST(ParseInteger, TakesIntegersOnly)
{
    ProblemList problems("t");
    const auto parse_text = [&](std::string_view text) {
        return parse_integer({.text = text, .line = 1, .column = 1}, problems);
    };
    EXPECT_EQ(parse_text("-12"), -12);
    EXPECT_EQ(parse_text("+7"), 7);
    EXPECT_EQ(problems.count(), 0U);
    for (const char* text : {"", "1.0", "1e3", "x", "99999999999999999999"}) EXPECT_FALSE(parse_text(text)) << text;
    EXPECT_EQ(problems.count(), 5U);
}

}  // namespace
}  // namespace tulle
