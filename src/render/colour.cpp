#include "render/colour.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

float srgb_from_linear(float linear)
{
    return linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1 / 2.4F) - 0.055F;
}

float linear_from_srgb(float encoded)
{
    return encoded <= 0.04045F ? encoded / 12.92F : std::pow((encoded + 0.055F) / 1.055F, 2.4F);
}

Rgb8 to_rgb8(const Colour& colour)
{
    Rgb8 bytes{};
    for (int i = 0; i < 3; ++i) {
        const float shown = srgb_from_linear(std::clamp(colour[i], 0.0F, 1.0F));
        bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(std::lround(255 * shown));
    }
    return bytes;
}

Colour from_rgb8(const Rgb8& bytes)
{
    const auto channel = [&](std::size_t i) { return linear_from_srgb(static_cast<float>(bytes[i]) / 255); };
    return {channel(0), channel(1), channel(2)};
}

Colour from_hex(std::uint32_t rgb)
{
    const auto byte = [&](int shift) { return static_cast<std::uint8_t>(rgb >> shift); };
    return from_rgb8({byte(16), byte(8), byte(0)});
}

Colour linear_from_oklab(const Eigen::Array3f& lab)
{
    const float l = lab[0] + 0.3963377774F * lab[1] + 0.2158037573F * lab[2];
    const float m = lab[0] - 0.1055613458F * lab[1] - 0.0638541728F * lab[2];
    const float s = lab[0] - 0.0894841775F * lab[1] - 1.2914855480F * lab[2];
    const Eigen::Array3f lms(l * l * l, m * m * m, s * s * s);
    return {4.0767416621F * lms[0] - 3.3077115913F * lms[1] + 0.2309699292F * lms[2],
            -1.2684380046F * lms[0] + 2.6097574011F * lms[1] - 0.3413193965F * lms[2],
            -0.0041960863F * lms[0] - 0.7034186147F * lms[1] + 1.7076147010F * lms[2]};
}

Eigen::Array3f oklab_from_linear(const Colour& c)
{
    const float l = std::cbrt(0.4122214708F * c[0] + 0.5363325363F * c[1] + 0.0514459929F * c[2]);
    const float m = std::cbrt(0.2119034982F * c[0] + 0.6806995451F * c[1] + 0.1073969566F * c[2]);
    const float s = std::cbrt(0.0883024619F * c[0] + 0.2817188376F * c[1] + 0.6299787005F * c[2]);
    return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s,
            1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
            0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}

}  // namespace tulle
