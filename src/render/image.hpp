#pragma once
// Images of linear light and pictures of sRGB bytes, and the tone curve between them. Row by row from the top left.

#include "render/colour.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tulle {

/// Linear light per pixel.
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

/// Picture for a screen: sRGB, 8 bits per channel.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  // three bytes per pixel

    Picture() = default;
    Picture(int w, int h) : width(w), height(h), rgb(3 * static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
    [[nodiscard]] Rgb8 at(int x, int y) const;
    void set(int x, int y, const Rgb8& colour);
    /// Covers the share `coverage` (0 to 1) of a pixel with a colour. Pixels outside the picture are ignored.
    void blend(int x, int y, const Colour& colour, float coverage);
};

/// Tone curve from light to the screen. `clip` keeps colours unchanged, for colours that represent values. `film`
/// compresses the brightest colours, so that folds stay visible on cloth in full light.
enum class ToneCurve { clip, film };

/// Converts light to sRGB bytes. Dithering by up to half a step of fixed noise hides the steps in smooth backgrounds.
[[nodiscard]] Picture develop(const Image& image, ToneCurve curve);

}  // namespace tulle
