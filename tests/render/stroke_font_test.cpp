#include "render/stroke_font.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace tulle {
namespace {

constexpr float font_size = 18;  // pixels

Picture written(const std::string& text)
{
    Picture picture(240, 48);
    draw_text(picture, text, 10, 32, {.size = font_size, .colour = Colour::Ones()});
    return picture;
}

/// Columns and rows that any ink is in: first and one past the last.
struct Inked {
    int x0 = 1000, x1 = 0, y0 = 1000, y1 = 0;
    explicit Inked(const Picture& picture)
    {
        for (int y = 0; y < picture.height; ++y) {
            for (int x = 0; x < picture.width; ++x) {
                if (picture.at(x, y)[0] < 128) continue;
                x0 = std::min(x0, x), x1 = std::max(x1, x + 1);
                y0 = std::min(y0, y), y1 = std::max(y1, y + 1);
            }
        }
    }
};

TEST(StrokeFont, EveryLetterAndDigitHasAShapeOfItsOwn)
{
    std::set<std::vector<std::uint8_t>> shapes;
    const std::string all = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNOPQRSTUVWXYZ.,:-+=/_%()[]*|";
    for (const char character : all) {
        const Picture picture = written(std::string(1, character));
        EXPECT_GT(Inked(picture).x1, 0) << character;
        EXPECT_TRUE(shapes.insert(picture.rgb).second) << character << " looks like another";
    }
    EXPECT_TRUE(shapes.insert(written("\x7f").rgb).second) << "what is unknown has a shape too";
}

TEST(StrokeFont, DigitsStandOnTheBaselineAndAreAsHighAsAsked)
{
    for (const char* digit : {"0", "3", "4", "7", "8"}) {
        const Inked inked(written(digit));
        EXPECT_NEAR(inked.y1, 32, 2) << digit;
        EXPECT_NEAR(inked.y1 - inked.y0, font_size, 4) << digit;
    }
}

TEST(StrokeFont, WidthIsWhereTheInkEnds)
{
    for (const char* text : {"0.25", "speed", "m/s^2", "-1200"}) {
        const float width = text_width(text, {.size = font_size});
        EXPECT_NEAR(static_cast<float>(Inked(written(text)).x1), 10 + width, 3) << text;
    }
    EXPECT_EQ(text_width("", {.size = font_size}), 0);
}

TEST(StrokeFont, PowersAreRaisedAndSmall)
{
    const Inked raised(written("^2")), plain(written("2"));
    EXPECT_LT(raised.y1, plain.y1 - 4);
    EXPECT_LT(raised.x1 - raised.x0, plain.x1 - plain.x0);
}

TEST(StrokeFont, TextMayReachOutOfThePicture)
{
    Picture picture(8, 8);
    draw_text(picture, "888888", -20, 4, {.size = font_size, .colour = Colour::Ones()});
    EXPECT_GT(Inked(picture).x1, 0);
}

}  // namespace
}  // namespace tulle
