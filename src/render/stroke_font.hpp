#pragma once
// Letters and digits as strokes, at any size: for the numbers of a colour bar no font file needs to be found.

#include "render/image.hpp"

#include <string_view>

namespace tulle {

struct TextStyle {
    float size = 12;       // pixels, height of a capital letter
    float stroke = 0.13F;  // width of a stroke, as a share of the size
    Colour colour = Colour::Zero();
};

/// Draws `text` with its first letter's left end at x and its baseline at y, in pixels from the top left corner of the
/// picture. A character after ^ is raised and small; one that the font lacks becomes a box.
void draw_text(Picture& picture, std::string_view text, float x, float y, const TextStyle& style);

/// How far the text reaches to the right of where it starts, in pixels.
[[nodiscard]] float text_width(std::string_view text, const TextStyle& style);

}  // namespace tulle
