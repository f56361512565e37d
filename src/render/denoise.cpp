#include "render/denoise.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tulle {
namespace {

constexpr int filter_passes = 4;                                // they reach 2, 4, 8 and 16 pixels
constexpr float dark_albedo = 0.01F;                            // of a channel; below it, incoming light is uncertain
constexpr float brightness_width = 3.0F;                        // standard deviations that count as noise
constexpr float always_grain = 0.02F;                           // share of brightness; few samples may agree by chance
constexpr float plane_width = 1.5F;                             // pixels of distance from the surface's plane
constexpr std::array<float, 3> kernel{0.375F, 0.25F, 0.0625F};  // of the cubic B-spline, from the middle

/// Incoming light at the surface in a pixel, and its variance.
struct Fallen {
    Colour light = Colour::Zero();
    float variance = 0;  // of its luminance
};

class Filter {
public:
    explicit Filter(const TracedImage& traced)
        : traced_(traced), fallen_(traced.light.pixels.size()), next_(fallen_.size())
    {
        parallel_for(fallen_.size(), [&](std::size_t i) {
            const Colour& albedo = traced.albedo.pixels[i];
            const float scale = 1 / std::max(luminance(albedo), dark_albedo);
            // In a channel with almost no reflection, assume the grey mean of the light. Otherwise a violet surface
            // without green would make its neighbours violet.
            const float grey = luminance(traced.light.pixels[i]) * scale;
            fallen_[i] = {(traced.light.pixels[i] + dark_albedo * grey) / (albedo + dark_albedo),
                          traced.variance[i] * scale * scale};
        });
    }

    Image run()
    {
        for (int pass = 0; pass < filter_passes; ++pass) {
            parallel_for(fallen_.size(), [&](std::size_t i) { next_[i] = smoothed(i, 1 << pass); });
            std::swap(fallen_, next_);
        }
        Image image(traced_.light.width, traced_.light.height);
        parallel_for(fallen_.size(),
                     [&](std::size_t i) { image.pixels[i] = fallen_[i].light * traced_.albedo.pixels[i]; });
        return image;
    }

private:
    [[nodiscard]] int width() const { return traced_.light.width; }
    [[nodiscard]] int height() const { return traced_.light.height; }
    [[nodiscard]] float deviation_around(int x, int y, int reach) const;
    [[nodiscard]] Fallen smoothed(std::size_t i, int step) const;

    const TracedImage& traced_;
    std::vector<Fallen> fallen_, next_;
};

/// Returns the standard deviation from the mean variance of the neighbours, because the variance of few samples is
/// noisy itself.
float Filter::deviation_around(int x, int y, int reach) const
{
    float sum = 0;
    int count = 0;
    for (int row = std::max(y - reach, 0); row <= std::min(y + reach, height() - 1); ++row) {
        for (int column = std::max(x - reach, 0); column <= std::min(x + reach, width() - 1); ++column) {
            sum += fallen_[static_cast<std::size_t>(row) * width() + column].variance;
            ++count;
        }
    }
    return std::sqrt(sum / static_cast<float>(count));
}

Fallen Filter::smoothed(std::size_t i, int step) const
{
    const Sight& sight = traced_.sights[i];
    if (sight.normal.squaredNorm() == 0) return fallen_[i];  // background
    const int x = static_cast<int>(i % static_cast<std::size_t>(width()));
    const int y = static_cast<int>(i / static_cast<std::size_t>(width()));
    const float brightness = luminance(fallen_[i].light);
    const float tolerance =
        brightness_width * deviation_around(x, y, step == 1 ? 3 : 1) + always_grain * brightness + 1e-4F;
    const float reach = plane_width * sight.footprint * static_cast<float>(step);

    constexpr float own = kernel[0] * kernel[0];
    Fallen sum{own * fallen_[i].light, own * own * fallen_[i].variance};
    float weights = own;
    for (int dy = -2; dy <= 2; ++dy) {
        const int row = y + dy * step;
        if (row < 0 || row >= height()) continue;
        for (int dx = -2; dx <= 2; ++dx) {
            const int column = x + dx * step;
            if (column < 0 || column >= width()) continue;
            const std::size_t j = static_cast<std::size_t>(row) * width() + column;
            if (j == i) continue;
            const Sight& other = traced_.sights[j];
            const float aligned = sight.normal.dot(other.normal);
            if (aligned <= 0.5F) continue;
            float power = aligned * aligned;  // becomes the 32nd power
            for (int k = 0; k < 4; ++k) power *= power;
            const float off_plane = std::abs(sight.normal.dot(other.point - sight.point)) / reach;
            const float off_light = std::abs(luminance(fallen_[j].light) - brightness) / tolerance;
            const float weight = kernel[static_cast<std::size_t>(std::abs(dx))] *
                                 kernel[static_cast<std::size_t>(std::abs(dy))] * power *
                                 std::exp(-off_plane - off_light);
            sum.light += weight * fallen_[j].light;
            sum.variance += weight * weight * fallen_[j].variance;
            weights += weight;
        }
    }
    return {sum.light / weights, sum.variance / (weights * weights)};
}

}  // namespace

Image denoise(const TracedImage& traced) { return Filter(traced).run(); }

}  // namespace tulle
