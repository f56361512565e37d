#include "render/textures.hpp"

#include "render/sampler.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

constexpr float close = 1e-5F, distant = 1;  // m, footprints

ClothMaterial material(ClothTexture texture)
{
    ClothMaterial made;
    made.texture = texture;
    made.thread_pitch = 0.001;
    made.check_width = 0.05;
    return made;
}

/// Over a part of the cloth that starts at `corner`.
Colour mean_albedo(const ClothMaterial& cloth, const Vec2f& corner, float size, float footprint)
{
    constexpr std::uint32_t samples = 16384;
    Colour sum = Colour::Zero();
    for (std::uint32_t k = 0; k < samples; ++k)
        sum += cloth_look(cloth, corner + size * Sampler(7, k).next(), footprint).albedo;
    return sum / static_cast<float>(samples);
}

TEST(Weave, ThreadsBlendIntoTheColourTheyHaveOnAverage)
{
    const ClothMaterial cloth = material(ClothTexture::woven);
    const Colour near = mean_albedo(cloth, Vec2f(0.1F, 0.2F), 0.3F, close);
    const Colour far = mean_albedo(cloth, Vec2f(0.1F, 0.2F), 0.3F, distant);
    EXPECT_LT((near - far).abs().maxCoeff(), 0.02F);
    EXPECT_LT((far - 0.5F * (cloth.warp + cloth.weft)).abs().maxCoeff(), 1e-3F);  // a sum of many floats
}

TEST(Weave, ThreadsShowOnlyFromNearBy)
{
    const ClothMaterial cloth = material(ClothTexture::woven);
    float nearest_spread = 0, distant_spread = 0;
    for (int k = 0; k < 50; ++k) {
        const Vec2f at(0.2F + 0.00017F * static_cast<float>(k), 0.1F);
        nearest_spread += std::abs(luminance(cloth_look(cloth, at, close).albedo) - luminance(cloth.warp));
        distant_spread += std::abs(luminance(cloth_look(cloth, at, distant).albedo) -
                                   luminance(cloth_look(cloth, Vec2f(0, 0), distant).albedo));
        EXPECT_EQ(cloth_look(cloth, at, distant).slope, Vec2f(0, 0));
    }
    EXPECT_GT(nearest_spread, 1);
    EXPECT_EQ(distant_spread, 0);
}

TEST(Checks, AreFullWhereBothThreadsAreColouredAndHalfWhereOneIs)
{
    const ClothMaterial cloth = material(ClothTexture::checked);
    const auto square = [&](float u, float v) {
        return mean_albedo(cloth, Vec2f(u, v) + Vec2f(0.01F, 0.01F), 0.03F, 0.01F);
    };
    const Colour half = 0.25F * (cloth.warp + cloth.weft) + 0.5F * cloth.check;
    EXPECT_LT((square(0, 0) - cloth.check).abs().maxCoeff(), 0.02F);
    EXPECT_LT((square(0.05F, 0.05F) - 0.5F * (cloth.warp + cloth.weft)).abs().maxCoeff(), 0.02F);
    EXPECT_LT((square(0.05F, 0) - half).abs().maxCoeff(), 0.04F);
    EXPECT_LT((square(-0.05F, 0) - half).abs().maxCoeff(), 0.04F) << "left of the origin too";
}

TEST(Wood, VariesAndStaysInsideItsTwoBrowns)
{
    float lightest = 0, darkest = 1;
    for (std::uint32_t k = 0; k < 2000; ++k) {
        Sampler sampler(k, 1);
        const auto a = sampler.next(), b = sampler.next();
        const float brightness = luminance(wood_albedo(Vec3f(a.x(), a.y(), b.x()) - Vec3f::Constant(0.5F)));
        lightest = std::max(lightest, brightness);
        darkest = std::min(darkest, brightness);
    }
    EXPECT_LE(lightest, luminance(from_hex(0xc79a68)) + 1e-5F);
    EXPECT_GE(darkest, luminance(from_hex(0x9a6a3f)) - 1e-5F);
    EXPECT_GT(lightest - darkest, 0.1F);
}

}  // namespace
}  // namespace tulle
