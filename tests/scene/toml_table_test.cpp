#include "scene/toml_table.hpp"

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace tulle {
namespace {

TEST(TomlTable, KeepsEveryBitOfANumber)
{
    for (const double x : {0.1, 1.0 / 3.0, 0.1 + 0.2, std::numbers::pi * 1e-300, -5e-324, 1.7976931348623157e308, 2.0,
                           -0.0, 0.0, 1e22, 123456789012345680.0, 999999999999999.0, -1e15, 4503599627370497.5}) {
        const std::string text = real_text(x);
        const auto back = toml::parse("x = " + text)["x"].value<double>();
        ASSERT_TRUE(back) << text;
        EXPECT_EQ(*back, x) << text;
        EXPECT_EQ(std::signbit(*back), std::signbit(x)) << text;
    }
    EXPECT_EQ(real_text(0.15), "0.15");
    EXPECT_EQ(real_text(5), "5");
    EXPECT_EQ(real_text(-0.0), "-0.0");
    EXPECT_EQ(real_text(1e-4), "1e-4");
}

TEST(TomlTable, KeepsTheOrderOfItsKeys)
{
    TomlTable inner, outer;
    inner.set("z", "1");
    inner.set("a", reals_text(std::array{0.5, 2.0}));
    outer.set("name", quoted_text("a \"quoted\" name\nof two lines"));
    outer.set("inner", inner.inline_text());
    TomlText text("# start\n");
    text.item("list", outer);
    text.section("empty", TomlTable());
    EXPECT_EQ(text.text(),
              "# start\n\n[[list]]\nname = \"a \\\"quoted\\\" name\\nof two lines\"\n"
              "inner = { z = 1, a = [0.5, 2] }\n\n[empty]\n");
    EXPECT_EQ(toml::parse(text.text())["list"][0]["name"].value<std::string>(), "a \"quoted\" name\nof two lines");
}

TEST(TomlTable, BreaksLongLists)
{
    EXPECT_EQ(list_text({}), "[]");
    EXPECT_EQ(list_text({"1", "2"}), "[1, 2]");
    std::vector<std::string> items;
    for (int i = 0; i < 200; ++i) items.push_back(std::to_string(i));
    TomlTable table;
    table.set("within", list_text(items));
    const std::string text = "x = " + table.inline_text();
    std::size_t longest = 0;
    for (std::size_t start = 0, end = 0; end != std::string::npos; start = end + 1) {
        end = text.find('\n', start);
        longest = std::max(longest, std::min(end, text.size()) - start);
    }
    EXPECT_LE(longest, 120U);
    const toml::table back = toml::parse(text);
    ASSERT_EQ(back["x"]["within"].as_array()->size(), 200U);
    EXPECT_EQ(back["x"]["within"][199].value<int>(), 199);
}

}  // namespace
}  // namespace tulle
