#include "render/render_run.hpp"

#include "render/colour_bar.hpp"
#include "render/fake_run.hpp"

#include <tulle/error.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tulle {
namespace {

RenderOptions small_picture()
{
    RenderOptions options;
    options.width = 240;
    options.height = 160;
    options.samples = 16;
    options.elevation = 90;  // from above: the picture's right is +X
    options.azimuth = 0;
    return options;
}

/// The value that a colour bar gives for a colour, read from the pixels of the bar itself.
double read_off(const Picture& picture, const ColourBarPlace& bar, const ColourScale& scale, const Rgb8& colour)
{
    int best = 1 << 30, row = 0;
    for (int y = bar.y0; y < bar.y1; ++y) {
        const Rgb8 other = picture.at(bar.x0 + 1, y);
        int distance = 0;
        for (std::size_t c = 0; c < 3; ++c) distance += (other[c] - colour[c]) * (other[c] - colour[c]);
        if (distance < best) best = distance, row = y;
    }
    return scale.min + (scale.max - scale.min) * (bar.y1 - row - 0.5) / (bar.y1 - bar.y0);
}

/// As a reader does it: look at a place on the cloth, find its colour on the bar, read the number.
TEST(RenderRun, TheColourBarGivesTheNumbersOfAKnownField)
{
    FakeRun run = level_run(9);
    for (const char* field : {"u", "tilt"}) {
        RenderOptions options = small_picture();
        options.colour = field;
        const int frame = 0;
        RunRenderer renderer(run, options, std::span(&frame, 1));
        const RenderScene scene = renderer.scene(0);
        const Picture picture = renderer.picture(0);
        Picture scratch(options.width, options.height);
        const ColourBarPlace bar = draw_colour_bar(scratch, *scene.colours, field, "m");
        const CameraAxes axes = axes_of(scene.camera.eye, scene.camera.target);
        for (const double u : {0.1, 0.3, 0.5, 0.7, 0.9}) {
            for (const double v : {0.15, 0.5, 0.85}) {
                const Vec3 from_eye = Vec3(u - 0.5, v - 0.5, 0) - scene.camera.eye;
                const double scale =
                    options.width * scene.camera.focal_length / scene.camera.sensor_width / from_eye.dot(axes.forward);
                const int x = static_cast<int>(0.5 * options.width + scale * from_eye.dot(axes.right));
                const int y = static_cast<int>(0.5 * options.height - scale * from_eye.dot(axes.up));
                const double expected = field[0] == 'u' ? u : v - 0.5;
                const double found = read_off(picture, bar, *scene.colours, picture.at(x, y));
                EXPECT_NEAR(found, expected, 0.03) << field << " at " << u << ' ' << v;  // of a range of 1
            }
        }
    }
}

TEST(RenderRun, ARangeThatIsGivenIsTheOneThatIsShown)
{
    FakeRun run = level_run();
    RenderOptions options = small_picture();
    options.colour = "u";
    const int frame = 0;
    EXPECT_EQ(RunRenderer(run, options, std::span(&frame, 1)).scene(0).colours->max, 1);
    options.range = {-2, 5};
    const RenderScene scene = RunRenderer(run, options, std::span(&frame, 1)).scene(0);
    EXPECT_EQ(scene.colours->min, -2);
    EXPECT_EQ(scene.colours->max, 5);
}

TEST(RenderRun, TheClothIsInThePictureAndLeavesRoomForTheBar)
{
    FakeRun run = level_run();
    for (const char* field : {"", "u"}) {
        RenderOptions options = small_picture();
        options.colour = field;
        options.elevation.reset();
        options.azimuth.reset();
        const int frame = 0;
        const RenderScene scene = RunRenderer(run, options, std::span(&frame, 1)).scene(0);
        const CameraAxes axes = axes_of(scene.camera.eye, scene.camera.target);
        const double end = *field != 0 ? 1 - colour_bar_width(options.width, options.height) : 1;
        for (const Vec3& p : scene.cloths[0].positions) {
            const Vec3 from_eye = p - scene.camera.eye;
            const double x = 0.5 + scene.camera.focal_length / scene.camera.sensor_width * from_eye.dot(axes.right) /
                                       from_eye.dot(axes.forward);
            EXPECT_GT(x, 0.04);
            EXPECT_LT(x, end - 0.01);
        }
    }
}

TEST(RenderRun, SameBytesForAnyNumberOfThreads)
{
    FakeRun run(12, 1, [](double u, double v, int) { return Vec3(u, v, 0.1 * std::sin(8 * u + 5 * v)); });
    run.obstacle_list.push_back({.name = "ball", .shape = SphereShape{.center = Vec3(0.5, 0.5, -0.3), .radius = 0.2}});
    const auto with_threads = [&](int threads) {
        const ThreadLimit limit(threads);
        RenderOptions options = small_picture();
        options.texture = ClothTexture::checked;
        options.edges = true;
        options.width = 120, options.height = 80;
        return render_frame(run, 0, options).rgb;
    };
    EXPECT_EQ(with_threads(1), with_threads(2));
}

TEST(RenderRun, FarFromTheOriginItLooksTheSame)
{
    const auto render = [](const Vec3& shift) {
        FakeRun run(6, 1, [shift](double u, double v, int) { return Vec3(Vec3(u, v, 0.1 * std::sin(6 * u)) + shift); });
        RenderOptions options = small_picture();
        options.width = 60, options.height = 40;
        options.texture = ClothTexture::plain;
        return render_frame(run, 0, options);
    };
    const Picture near = render(Vec3::Zero()), far = render(Vec3(4096, -2048, 1024));
    int different = 0;
    for (std::size_t i = 0; i < near.rgb.size(); ++i) different += std::abs(near.rgb[i] - far.rgb[i]) > 6 ? 1 : 0;
    EXPECT_LT(different, static_cast<int>(near.rgb.size() / 50));
}

TEST(RenderRun, RefusesWhatTheRunDoesNotHave)
{
    FakeRun run = level_run();
    RenderOptions options = small_picture();
    EXPECT_THROW((void)render_frame(run, 2, options), InputError);
    options.colour = "speeed";
    try {
        (void)render_frame(run, 0, options);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("u, tilt"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace tulle
