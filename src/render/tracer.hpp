#pragma once
// Path tracing: paths start at the camera and have a few diffuse bounces. At each bounce the key light is sampled
// directly, and the sky contributes if a path leaves the scene. Every pixel has its own random numbers, so a picture is
// the same for any number of threads.

#include "render/image.hpp"
#include "render/render_scene.hpp"
#include "render/surface.hpp"

#include <functional>
#include <vector>

namespace tulle {

struct TraceSettings {
    int width = 960, height = 540;  // pixels
    int samples = 64;               // upper limit of paths per pixel; pixels with little noise have fewer
    int bounces = 3;                // upper limit of surfaces per path
};

/// Visible surface of a pixel, as a mean over its samples.
struct Sight {
    Vec3f normal = Vec3f::Zero();  // shorter than 1 if the pixel has several surfaces; zero: only background
    Vec3f point = Vec3f::Zero();   // m, relative to the scene's center
    float footprint = 0;           // m, size of the pixel on the surface
};

struct TracedImage {
    Image light;
    Image albedo;                 // of the visible surfaces; for the background, its colour
    std::vector<float> variance;  // of the mean luminance, after all samples
    std::vector<Sight> sights;
};

/// Renders a scene. `on_progress` is called on the calling thread with the completed share, 0..1. If it returns false,
/// rendering stops, and the picture has fewer samples.
[[nodiscard]] TracedImage trace(const RenderScene& scene, const TraceSettings& settings,
                                const std::function<bool(double)>& on_progress = {});

}  // namespace tulle
