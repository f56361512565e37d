#include "render/colour.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(Colours, EveryByteSurvivesTheWayToLightAndBack)
{
    for (int k = 0; k < 256; ++k) {
        const auto byte = static_cast<std::uint8_t>(k);
        EXPECT_EQ(to_rgb8(from_rgb8({byte, byte, byte})), (Rgb8{byte, byte, byte}));
    }
}

TEST(Colours, MiddleGreyIsAsTheStandardSays)
{
    EXPECT_NEAR(linear_from_srgb(0.5F), 0.21404F, 1e-5F);  // IEC 61966-2-1
    EXPECT_NEAR(srgb_from_linear(0.21404F), 0.5F, 1e-5F);
}

TEST(Colours, BeyondTheScreenIsClipped)
{
    EXPECT_EQ(to_rgb8({-1, 2, 0.5F}), (Rgb8{0, 255, 188}));
    EXPECT_EQ(to_rgb8(from_hex(0x1e90ff)), (Rgb8{0x1e, 0x90, 0xff}));
}

TEST(Oklab, GreysHaveNoHueAndWhiteHasLightnessOne)
{
    const Eigen::Array3f white = oklab_from_linear(Colour::Ones());
    EXPECT_NEAR(white[0], 1, 1e-5F);
    for (const float grey : {0.05F, 0.3F, 1.0F}) {
        const Eigen::Array3f lab = oklab_from_linear(Colour::Constant(grey));
        EXPECT_NEAR(lab[1], 0, 1e-4F);
        EXPECT_NEAR(lab[2], 0, 1e-4F);
    }
}

TEST(Oklab, ThereAndBack)
{
    for (const Colour& colour : {Colour(0.9F, 0.1F, 0.2F), Colour(0.02F, 0.5F, 0.04F), Colour(0.1F, 0.2F, 0.95F)})
        EXPECT_LT((linear_from_oklab(oklab_from_linear(colour)) - colour).abs().maxCoeff(), 1e-5F);
}

}  // namespace
}  // namespace tulle
