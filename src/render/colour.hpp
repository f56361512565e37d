#pragma once
// Colours are light: linear, in the primaries of sRGB, 1 is the white of the screen. Only pictures hold sRGB's bytes.

#include <Eigen/Core>

#include <array>
#include <cstdint>

namespace tulle {

using Colour = Eigen::Array3f;
using Rgb8 = std::array<std::uint8_t, 3>;

/// Share of the screen's light, 0..1, to the number that sRGB stores for it, 0..1, and back (IEC 61966-2-1).
[[nodiscard]] float srgb_from_linear(float linear);
[[nodiscard]] float linear_from_srgb(float encoded);

/// Clipped to what the screen shows and rounded.
[[nodiscard]] Rgb8 to_rgb8(const Colour& colour);
[[nodiscard]] Colour from_rgb8(const Rgb8& bytes);
/// A colour written as designers do, 0xRRGGBB.
[[nodiscard]] Colour from_hex(std::uint32_t rgb);

[[nodiscard]] inline float luminance(const Colour& c) { return 0.2126F * c[0] + 0.7152F * c[1] + 0.0722F * c[2]; }

/// Oklab (Ottosson 2020): distances are about what eyes tell apart. Lightness 0..1, then green-red and blue-yellow.
[[nodiscard]] Colour linear_from_oklab(const Eigen::Array3f& lab);
[[nodiscard]] Eigen::Array3f oklab_from_linear(const Colour& colour);

}  // namespace tulle
