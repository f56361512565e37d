#pragma once
// Path tracing: light is followed backwards from the camera over a few diffuse bounces; at each the key light is asked
// for directly, and the sky is met by chance. Every pixel has its own numbers, so a picture is the same for any number
// of threads.

#include "render/image.hpp"
#include "render/render_scene.hpp"
#include "render/surface.hpp"

#include <functional>
#include <vector>

namespace tulle {

struct TraceSettings {
    int width = 960, height = 540;  // pixels
    int samples = 64;               // paths per pixel, at most; pixels that are smooth already get fewer
    int bounces = 3;                // surfaces a path visits
};

/// What a pixel looks at, on average over its samples.
struct Sight {
    Vec3f normal = Vec3f::Zero();  // shorter than 1 where several surfaces meet in the pixel; zero: background alone
    Vec3f point = Vec3f::Zero();   // m, relative to the scene's center
    float footprint = 0;           // m, size of the pixel there
};

struct TracedImage {
    Image light;
    Image albedo;                 // of what is seen; the background counts as lit evenly
    std::vector<float> variance;  // of the luminance of the light, as it is after all samples
    std::vector<Sight> sights;
};

/// `on_progress` hears the share done, 0..1, and may return false to stop: the picture so far is returned, with fewer
/// samples. It is called on the calling thread.
[[nodiscard]] TracedImage trace(const RenderScene& scene, const TraceSettings& settings,
                                const std::function<bool(double)>& on_progress = {});

}  // namespace tulle
