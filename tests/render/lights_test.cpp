#include "render/lights.hpp"

#include "render/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

constexpr std::uint32_t sample_count = 4096;

TEST(Lights, CosineDirectionsStayAboveAndHaveTheRightMean)
{
    for (const Vec3f& normal : {Vec3f(0, 0, 1), Vec3f(1, 0, 0), Vec3f(Vec3f(1, -2, -0.5F).normalized())}) {
        Vec3f sum = Vec3f::Zero();
        for (std::uint32_t k = 0; k < sample_count; ++k) {
            const Vec3f d = cosine_direction(normal, Sampler(3, k).next());
            EXPECT_NEAR(d.norm(), 1, 1e-5F);
            EXPECT_GE(d.dot(normal), -1e-6F);
            sum += d;
        }
        // The mean of the cosine under a density of cosine / pi is 2/3.
        EXPECT_NEAR((sum / static_cast<float>(sample_count) - 2.0F / 3 * normal).norm(), 0, 0.005F);
    }
}

TEST(Lights, TheKeyLightIsADiscAroundItsDirection)
{
    Lighting lighting;
    lighting.key_direction = view_direction(20, 50);
    lighting.key_half_angle = 10;
    const Lights lights(lighting);
    const Vec3f axis = lighting.key_direction.cast<float>();
    float widest = 1;
    Vec3f sum = Vec3f::Zero();
    for (std::uint32_t k = 0; k < sample_count; ++k) {
        const Vec3f d = lights.key_direction(Sampler(9, k).next());
        widest = std::min(widest, d.dot(axis));
        sum += d;
    }
    EXPECT_NEAR(widest, std::cos(10 * std::numbers::pi / 180), 1e-3);
    EXPECT_NEAR((sum.normalized() - axis).norm(), 0, 1e-3F);
}

TEST(Lights, LevelWhiteIsWhatTheHemisphereSends)
{
    Lighting lighting;
    lighting.key_half_angle = 1;
    const Lights lights(lighting);
    Colour sky = Colour::Zero();
    for (std::uint32_t k = 0; k < sample_count; ++k)
        sky += lights.sky(cosine_direction(Vec3f::UnitZ(), Sampler(1, k).next())) / static_cast<float>(sample_count);
    const Colour all = sky + lighting.key * static_cast<float>(lighting.key_direction.z());
    EXPECT_LT((all - lights.level_white()).abs().maxCoeff(), 0.002F);
}

}  // namespace
}  // namespace tulle
