#pragma once
// Pictures in their two states: light as it was gathered, and the bytes that are shown. Row by row from the top left.

#include "render/colour.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tulle {

/// Light per pixel.
struct Image {
    int width = 0, height = 0;
    std::vector<Colour> pixels;

    Image() = default;
    Image(int w, int h)
        : width(w), height(h), pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), Colour::Zero())
    {}
    [[nodiscard]] Colour& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
    [[nodiscard]] const Colour& at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
};

/// What a screen shows: sRGB, 8 bits per channel.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  // three bytes per pixel

    Picture() = default;
    Picture(int w, int h) : width(w), height(h), rgb(3 * static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
    [[nodiscard]] Rgb8 at(int x, int y) const;
    void set(int x, int y, const Rgb8& colour);
    /// Covers a share of the pixel (0..1) with a colour; pixels outside are left alone.
    void blend(int x, int y, const Colour& colour, float coverage);
};

/// How light becomes what is shown. `clip` keeps colours as they are, for those that mean a number; `film` rolls the
/// brightest off softly, so that cloth in full light keeps its folds.
enum class ToneCurve { clip, film };

/// Bytes get half a step of fixed noise, which hides the steps in smooth backgrounds.
[[nodiscard]] Picture develop(const Image& image, ToneCurve curve);

}  // namespace tulle
