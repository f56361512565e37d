#pragma once
// Colours and conversions between linear light, sRGB and Oklab. Colours are linear light in the primaries of sRGB, and
// 1 is the white of the screen. Only pictures contain sRGB bytes.

#include <Eigen/Core>

#include <array>
#include <cstdint>

namespace tulle {

using Colour = Eigen::Array3f;
using Rgb8 = std::array<std::uint8_t, 3>;

/// Convert linear light (0..1) to the sRGB value (0..1) and back (IEC 61966-2-1).
[[nodiscard]] float srgb_from_linear(float linear);
[[nodiscard]] float linear_from_srgb(float encoded);

/// Converts to sRGB bytes: clipped to the range of the screen, and rounded.
[[nodiscard]] Rgb8 to_rgb8(const Colour& colour);
[[nodiscard]] Colour from_rgb8(const Rgb8& bytes);
/// Returns the colour of an sRGB hex code, 0xRRGGBB.
[[nodiscard]] Colour from_hex(std::uint32_t rgb);

[[nodiscard]] inline float luminance(const Colour& c) { return 0.2126F * c[0] + 0.7152F * c[1] + 0.0722F * c[2]; }

/// Convert between linear light and Oklab (Ottosson 2020), in which distances approximate perceived differences.
/// Components: lightness 0..1, green-red, blue-yellow.
[[nodiscard]] Colour linear_from_oklab(const Eigen::Array3f& lab);
[[nodiscard]] Eigen::Array3f oklab_from_linear(const Colour& colour);

}  // namespace tulle
