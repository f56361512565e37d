#include "render/tracer.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "render/lights.hpp"
#include "render/scene_samples.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

RenderScene seen_from_above(double height)
{
    RenderScene scene;
    scene.ground = -1;
    scene.camera.eye = Vec3(0, 0, height);
    scene.camera.target = Vec3::Zero();
    scene.lighting.key_direction = view_direction(-40, 50);
    return scene;
}

Colour middle(const TracedImage& traced) { return traced.light.at(traced.light.width / 2, traced.light.height / 2); }

TEST(Tracer, AnEmptyFloorIsAsBrightAsTheLightMakesIt)
{
    const RenderScene scene = seen_from_above(3);
    const Colour expected = scene.backdrop.ground * Lights(scene.lighting).level_white();
    const TracedImage traced = trace(scene, {.width = 8, .height = 8, .samples = 256});
    Colour mean = Colour::Zero();
    for (const Colour& c : traced.light.pixels) mean += c / 64.0F;
    EXPECT_LT((mean / expected - 1.0F).abs().maxCoeff(), 0.01F);
}

TEST(Tracer, AClosedBoxIsDarkInside)
{
    RenderScene scene = seen_from_above(0.2);
    ObstacleModel box;
    box.mesh = obstacle_mesh({.name = "box", .shape = BoxShape{.center = Vec3::Zero(), .size = Vec3(2, 2, 1.8)}}, 1);
    scene.obstacles.push_back(box);
    for (const Colour& c : trace(scene, {.width = 16, .height = 16, .samples = 16}).light.pixels)
        EXPECT_EQ(c.maxCoeff(), 0) << "light leaks in";
}

TEST(Tracer, ShadowsAreDarkUnlessTheClothIsThin)
{
    RenderScene scene = seen_from_above(4);
    scene.lighting.key_direction = Vec3::UnitZ();
    scene.cloths.push_back(level_cloth(3, -0.5));
    scene.cloths[0].material.transmission = 0;
    scene.camera.eye = Vec3(0, 0, -0.6);  // just below the cloth, looking at the floor in its shadow
    scene.camera.target = Vec3(0, 0, -1);
    const Colour lit = scene.backdrop.ground * Lights(scene.lighting).level_white();
    const auto brightness = [&] { return luminance(middle(trace(scene, {.width = 4, .height = 4, .samples = 64}))); };
    const float dark = brightness();
    EXPECT_LT(dark, 0.5F * luminance(lit));
    scene.cloths[0].material.transmission = 0.9F;
    EXPECT_GT(brightness(), 2 * dark) << "thin cloth lets light through";
}

TEST(Tracer, ALevelClothInFullLightShowsItsNumbersExactly)
{
    RenderScene scene = seen_from_above(2);
    scene.cloths.push_back(level_cloth(3, 0));
    scene.cloths[0].values.assign(9, 0.7);
    scene.colours = ColourScale{0, 1, false};
    const TracedImage traced = trace(scene, {.width = 9, .height = 9, .samples = 256});
    Colour found = Colour::Zero();
    for (int y = 3; y < 6; ++y) {
        for (int x = 3; x < 6; ++x) found += traced.light.at(x, y) / 9.0F;
    }
    EXPECT_LT((found - scene.colours->colour(0.7)).abs().maxCoeff(), 0.01F);
}

TEST(Tracer, SameBitsForAnyNumberOfThreads)
{
    RenderScene scene = seen_from_above(2.5);
    scene.cloths.push_back(wavy_cloth(8));
    scene.cloths[0].material.texture = ClothTexture::woven;
    scene.camera.f_number = 2;
    const TraceSettings settings{.width = 80, .height = 60, .samples = 32};
    const auto with_threads = [&](int threads) {
        const ThreadLimit limit(threads);
        return trace(scene, settings);
    };
    const TracedImage one = with_threads(1), two = with_threads(2);
    for (std::size_t i = 0; i < one.light.pixels.size(); ++i)
        ASSERT_TRUE((one.light.pixels[i] == two.light.pixels[i]).all()) << i;
}

TEST(Tracer, MoreSamplesComeNearerAndNothingIsEverNotANumber)
{
    RenderScene scene = seen_from_above(2.5);
    scene.cloths.push_back(wavy_cloth(8));
    const auto render = [&](int samples) { return trace(scene, {.width = 24, .height = 24, .samples = samples}); };
    const TracedImage reference = render(1024);
    const auto error = [&](const TracedImage& traced) {
        float sum = 0;
        for (std::size_t i = 0; i < traced.light.pixels.size(); ++i) {
            EXPECT_TRUE(traced.light.pixels[i].isFinite().all());
            sum += (traced.light.pixels[i] - reference.light.pixels[i]).square().sum();
        }
        return std::sqrt(sum);
    };
    // Independent samples would halve the error; well-spread ones do better.
    EXPECT_LT(error(render(64)), 0.5F * error(render(16)));
}

TEST(Tracer, StopsWhenAskedToAndTellsHowFarItIs)
{
    const RenderScene scene = seen_from_above(3);
    std::vector<double> heard;
    const TracedImage traced = trace(scene, {.width = 4, .height = 4, .samples = 64}, [&](double share) {
        heard.push_back(share);
        return share < 0.5;
    });
    EXPECT_EQ(heard, (std::vector<double>{0.25, 0.5}));
    EXPECT_TRUE(middle(traced).isFinite().all());
}

}  // namespace
}  // namespace tulle
