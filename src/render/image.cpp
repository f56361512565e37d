#include "render/image.hpp"

#include "core/parallel.hpp"
#include "render/sampler.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr float shoulder = 0.6F;  // the film curve is linear below

float film(float light)
{
    if (light <= shoulder) return light;
    return shoulder + (1 - shoulder) * (1 - std::exp((shoulder - light) / (1 - shoulder)));
}

}  // namespace

Rgb8 Picture::at(int x, int y) const
{
    const std::size_t i = 3 * (static_cast<std::size_t>(y) * width + x);
    return {rgb[i], rgb[i + 1], rgb[i + 2]};
}

void Picture::set(int x, int y, const Rgb8& colour)
{
    std::ranges::copy(colour, rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(y) * width + x));
}

void Picture::blend(int x, int y, const Colour& colour, float coverage)
{
    if (x < 0 || y < 0 || x >= width || y >= height || coverage <= 0) return;
    const float share = std::min(coverage, 1.0F);
    set(x, y, to_rgb8((1 - share) * from_rgb8(at(x, y)) + share * colour));
}

Picture develop(const Image& image, ToneCurve curve)
{
    Picture picture(image.width, image.height);
    parallel_for(image.pixels.size(), [&](std::size_t pixel) {
        const float noise = unit_float(hash(static_cast<std::uint32_t>(pixel), 0x9d2cU)) - 0.5F;
        for (std::size_t i = 0; i < 3; ++i) {
            const float light = std::max(image.pixels[pixel][static_cast<Eigen::Index>(i)], 0.0F);
            const float shown = srgb_from_linear(std::min(curve == ToneCurve::film ? film(light) : light, 1.0F));
            picture.rgb[3 * pixel + i] =
                static_cast<std::uint8_t>(std::clamp(std::lround(255 * shown + noise), 0L, 255L));
        }
    });
    return picture;
}

}  // namespace tulle
