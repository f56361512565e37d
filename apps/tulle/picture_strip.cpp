#include "picture_strip.hpp"

#include "render/colour_bar.hpp"
#include "render/denoise.hpp"
#include "render/stroke_font.hpp"
#include "render/tracer.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr int bar_width = 130, caption_height = 44;  // pixels

RenderScene strip_scene(const StripView& view, const StripSettings& settings, const ColourScale& scale)
{
    RenderScene scene;
    for (const StripSurface& surface : view.surfaces) {
        if (surface.values.empty()) {
            ObstacleModel body;
            body.mesh.positions = surface.positions;
            body.mesh.faces = surface.faces;
            body.colour = from_hex(0x9aa0a6);
            scene.obstacles.push_back(std::move(body));
            continue;
        }
        ClothModel cloth;
        cloth.positions = surface.positions;
        cloth.faces = surface.faces;
        cloth.values = surface.values;
        cloth.material.texture = ClothTexture::plain;
        scene.cloths.push_back(std::move(cloth));
    }
    scene.colours = scale;
    scene.edges = settings.edges;
    // Same lighting as in render_run.cpp: colourless light and a bright ground.
    scene.lighting.key = Colour::Constant(0.80F);
    scene.lighting.zenith = Colour::Constant(0.50F);
    scene.lighting.horizon = Colour::Constant(0.36F);
    scene.lighting.key_half_angle = 12;
    scene.lighting.key_direction = view_direction(settings.azimuth - 76, 38);
    scene.backdrop = {.ground = from_hex(0xe4e5e7), .horizon = from_hex(0xf1f1f2), .top = from_hex(0xfbfbfb)};
    return scene;
}

void paste(Picture& all, const Picture& one, int x0)
{
    for (int y = 0; y < one.height; ++y)
        for (int x = 0; x < one.width; ++x) all.set(x0 + x, y, one.at(x, y));
}

}  // namespace

Picture picture_strip(std::span<const StripView> views, const StripSettings& settings)
{
    std::vector<Vec3> points;
    Eigen::AlignedBox3d bounds;
    double most = 0;
    for (const StripView& view : views)
        for (const StripSurface& surface : view.surfaces) {
            points.insert(points.end(), surface.positions.begin(), surface.positions.end());
            for (const double value : surface.values) most = std::max(most, value);
        }
    for (const Vec3& p : points) bounds.extend(p);
    const ColourScale scale{.min = 0, .max = settings.most, .has_higher = most > settings.most};
    const Camera camera = frame_points(points, view_direction(settings.azimuth, settings.elevation),
                                       static_cast<double>(settings.width) / settings.height);

    const int count = static_cast<int>(views.size());
    Picture all(count * settings.width + bar_width, settings.height + caption_height);
    std::ranges::fill(all.rgb, std::uint8_t{255});
    for (int k = 0; k < count; ++k) {
        RenderScene scene = strip_scene(views[static_cast<std::size_t>(k)], settings, scale);
        scene.camera = camera;
        scene.center = bounds.center();
        scene.radius = 0.5 * bounds.diagonal().norm();
        scene.ground = bounds.min().z() - 0.05 * bounds.sizes().maxCoeff();
        const TracedImage traced =
            trace(scene, {.width = settings.width, .height = settings.height, .samples = settings.samples});
        paste(all, develop(denoise(traced), ToneCurve::clip), k * settings.width);
        const TextStyle style{.size = 13};
        const std::string& caption = views[static_cast<std::size_t>(k)].caption;
        const float middle = static_cast<float>((k + 0.5) * settings.width);
        draw_text(all, caption, middle - 0.5F * text_width(caption, style), static_cast<float>(settings.height) + 28,
                  style);
    }
    Picture bar(bar_width, settings.height);
    std::ranges::fill(bar.rgb, std::uint8_t{255});
    draw_colour_bar(bar, scale, settings.label, settings.unit);
    paste(all, bar, count * settings.width);
    return all;
}

}  // namespace tulle
