#include "render/image.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tulle {
namespace {

Image ramp(float brightest)
{
    Image image(256, 1);
    for (int x = 0; x < 256; ++x) image.at(x, 0) = Colour::Constant(brightest * static_cast<float>(x) / 255);
    return image;
}

TEST(Develop, ClippingKeepsColoursToTheByte)
{
    const Image image = ramp(1);
    const Picture picture = develop(image, ToneCurve::clip);
    for (int x = 0; x < 256; ++x) {
        const int exact = to_rgb8(image.at(x, 0))[0];
        EXPECT_LE(std::abs(picture.at(x, 0)[0] - exact), 1) << x;
    }
}

TEST(Develop, FilmNeverReachesWhiteAndKeepsTheOrder)
{
    const Picture picture = develop(ramp(4), ToneCurve::film);
    for (int x = 1; x < 256; ++x) EXPECT_GE(picture.at(x, 0)[0] + 1, picture.at(x - 1, 0)[0]);  // 1: the noise
    EXPECT_GT(picture.at(60, 0)[0], picture.at(40, 0)[0]) << "brighter than white and still told apart";
}

TEST(Develop, FilmLeavesTheDarkHalfAlone)
{
    EXPECT_EQ(develop(ramp(0.6F), ToneCurve::film).rgb, develop(ramp(0.6F), ToneCurve::clip).rgb);
}

TEST(Picture, CoverageMixesLightAndStaysInside)
{
    Picture picture(2, 2);
    picture.blend(0, 0, Colour::Ones(), 0.5F);
    EXPECT_EQ(picture.at(0, 0), to_rgb8(Colour::Constant(0.5F)));
    picture.blend(1, 1, Colour::Ones(), 2);
    EXPECT_EQ(picture.at(1, 1), (Rgb8{255, 255, 255}));
    const auto before = picture.rgb;
    for (const int outside : {-1, 2}) {
        picture.blend(outside, 0, Colour::Ones(), 1);
        picture.blend(0, outside, Colour::Ones(), 1);
    }
    EXPECT_EQ(picture.rgb, before);
}

}  // namespace
}  // namespace tulle
