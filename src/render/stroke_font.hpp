#pragma once
// Stroke font: letters and digits as strokes, at any size. So the numbers of a colour bar need no font file.

#include "render/image.hpp"

#include <string_view>

namespace tulle {

struct TextStyle {
    float size = 12;       // pixels, height of a capital letter
    float stroke = 0.13F;  // width of a stroke, as a share of the size
    Colour colour = Colour::Zero();
};

/// Draws `text`. The left end of its first letter is at x and its baseline at y, in pixels from the top left corner of
/// the picture. A character after ^ is a superscript. A character that the font does not have is drawn as a box.
void draw_text(Picture& picture, std::string_view text, float x, float y, const TextStyle& style);

/// Returns the width of the text in pixels.
[[nodiscard]] float text_width(std::string_view text, const TextStyle& style);

}  // namespace tulle
