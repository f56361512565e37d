#include "scene/toml_text.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <sstream>

namespace tulle {
namespace {

TEST(TomlText, ReadsBackToAnEqualTree)
{
    const toml::table root = toml::parse(R"(
loose = "key"
"odd key" = [1, 2.0, -3.5e-9]
[simulation]
gravity = [0, 0, -9.81]
empty = {}
none = []
text = "quote \" backslash \\ tab \t line \n end and ünïcode"
when = 2020-01-02T03:04:05
yes = true
[[cloth]]
grid = { size = [1.0, 2], plane = "xz" }
[[cloth.pin]]
corner = "min-min"
[[cloth.pin]]
keyframes = [{ time = 0.1 }, { time = 0.2, translation = [1, 2, 3] }]
[[cloth]]
[other.below]
x = 1
)");
    const std::string text = scene_text(root);
    EXPECT_EQ(toml::parse(text), root) << text;
    EXPECT_EQ(scene_text(toml::parse(text)), text);
}

TEST(TomlText, KeepsEveryBitOfANumber)
{
    for (const double x :
         {0.1, 1.0 / 3.0, std::numbers::pi * 1e-300, -5e-324, 1.7976931348623157e308, 2.0, -0.0, 1e22}) {
        const std::string text = value_text(toml::value<double>(x));
        const toml::table back = toml::parse("x = " + text);
        ASSERT_TRUE(back["x"].is_floating_point()) << text;
        EXPECT_EQ(back["x"].value<double>(), x) << text;
    }
    EXPECT_EQ(value_text(toml::value<double>(0.15)), "0.15");
    EXPECT_EQ(value_text(toml::value<double>(1e-4)), "1e-4");
    EXPECT_EQ(value_text(toml::value<double>(2)), "2.0");
}

TEST(TomlText, KeepsTheOrderOfTheSource)
{
    const std::string text = "[zebra]\nb = 1\na = { d = 1, c = 2 }\n\n[[apple]]\ny = 1\nx = 2\n";
    EXPECT_EQ(scene_text(toml::parse(text)), text);
}

}  // namespace
}  // namespace tulle
