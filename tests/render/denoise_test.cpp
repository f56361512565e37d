#include "render/denoise.hpp"

#include "render/sampler.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

constexpr int side = 48;

/// A level wall whose left half is lit by 1 and its right half by `right`, with grain of the given size.
TracedImage grainy(float right, float grain)
{
    TracedImage traced;
    traced.light = traced.albedo = Image(side, side);
    traced.variance.assign(side * side, grain * grain / 3);
    traced.sights.resize(side * side);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const auto i = static_cast<std::size_t>(y * side + x);
            const float noise = 2 * unit_float(hash(static_cast<std::uint32_t>(i), 5)) - 1;
            traced.albedo.pixels[i] = Colour::Constant((x + y) % 2 == 0 ? 0.9F : 0.1F);  // finer than the filter
            traced.light.pixels[i] = traced.albedo.pixels[i] * ((x < side / 2 ? 1 : right) + grain * noise);
            traced.variance[i] *= luminance(traced.albedo.pixels[i]) * luminance(traced.albedo.pixels[i]);
            traced.sights[i] = {Vec3f::UnitZ(), Vec3f(0.01F * static_cast<float>(x), 0.01F * static_cast<float>(y), 0),
                                0.01F};
        }
    }
    return traced;
}

float fallen(const TracedImage& traced, const Image& image, int x, int y)
{
    return image.at(x, y)[0] / traced.albedo.at(x, y)[0];
}

float deviation(const TracedImage& traced, const Image& image, int x0, int x1, float expected)
{
    float sum = 0;
    for (int y = 4; y < side - 4; ++y) {
        for (int x = x0; x < x1; ++x) sum += std::pow(fallen(traced, image, x, y) - expected, 2.0F);
    }
    return std::sqrt(sum / static_cast<float>((side - 8) * (x1 - x0)));
}

TEST(Denoise, GrainGoesAndTheTextureStays)
{
    const TracedImage traced = grainy(1, 0.3F);
    EXPECT_LT(deviation(traced, denoise(traced), 4, side - 4, 1),
              0.2F * deviation(traced, traced.light, 4, side - 4, 1));
}

TEST(Denoise, AShadowKeepsItsBorder)
{
    const TracedImage traced = grainy(0.2F, 0.05F);
    const Image image = denoise(traced);
    EXPECT_LT(deviation(traced, image, side / 2 - 3, side / 2, 1), 0.05F);
    EXPECT_LT(deviation(traced, image, side / 2, side / 2 + 3, 0.2F), 0.05F);
}

TEST(Denoise, LightDoesNotCrossAnEdgeOfTheSurface)
{
    TracedImage traced = grainy(0.7F, 0.4F);  // as different as grain is
    for (int y = 0; y < side; ++y) {
        for (int x = side / 2; x < side; ++x)
            traced.sights[static_cast<std::size_t>(y * side + x)].normal = Vec3f::UnitX();
    }
    const Image image = denoise(traced);
    EXPECT_LT(deviation(traced, image, side / 2 - 1, side / 2, 1), 0.12F);
    EXPECT_LT(deviation(traced, image, side / 2, side / 2 + 1, 0.7F), 0.12F);
}

TEST(Denoise, BackgroundAndWhatHasNoGrainAreLeftAlone)
{
    TracedImage traced = grainy(1, 0.3F);
    for (Sight& sight : traced.sights) sight = {};
    const Image image = denoise(traced);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        EXPECT_LT((image.pixels[i] - traced.light.pixels[i]).abs().maxCoeff(), 1e-6F);
    const TracedImage smooth = grainy(1, 0);
    EXPECT_LT(deviation(smooth, denoise(smooth), 0, side, 1), 1e-5F);
}

/// Violet without any green beside white, under one grey light: the light that falls on both has no colour.
TEST(Denoise, DarkColoursDoNotTintTheirNeighbours)
{
    TracedImage traced = grainy(1, 0);
    const Colour violet(0.05F, 0, 0.12F), white = Colour::Constant(0.8F);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const auto i = static_cast<std::size_t>(y * side + x);
            traced.albedo.pixels[i] = x < side / 2 ? violet : white;
            traced.light.pixels[i] = 0.5F * traced.albedo.pixels[i];
            traced.variance[i] = std::pow(luminance(traced.albedo.pixels[i]), 2.0F);  // so unsure that all is mixed
        }
    }
    const Image image = denoise(traced);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        EXPECT_LT((image.pixels[i] - traced.light.pixels[i]).abs().maxCoeff(), 0.002F) << i % side;
}

TEST(Denoise, BlackAndLonelyPixelsStayNumbers)
{
    TracedImage traced = grainy(0, 0.2F);
    for (std::size_t i = 0; i < traced.sights.size(); ++i) {
        const Vec3f other = i % 3 == 0 ? Vec3f::UnitX() : Vec3f::UnitY();
        if (i % 2 == 0) traced.sights[i].normal = 0.4F * other;
        if (i % 5 == 0) traced.albedo.pixels[i].setZero();
    }
    for (const Colour& c : denoise(traced).pixels) EXPECT_TRUE(c.isFinite().all());
}

}  // namespace
}  // namespace tulle
