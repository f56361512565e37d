#pragma once
// Renders pictures of a simulated run: converts its frames to a scene, places the camera and traces the picture.

#include "render/image.hpp"
#include "render/render_scene.hpp"
#include "render/run_models.hpp"

#include <tulle/run_frames.hpp>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

struct RenderOptions {
    int width = 960, height = 540;               // pixels
    int samples = 64;                            // per pixel
    ClothTexture texture = ClothTexture::woven;  // of cloth without colours of a field
    std::string colour;                          // name of a field; empty: look of cloth
    std::optional<std::array<double, 2>> range;  // of the colours; otherwise the range in the frames
    bool edges = false;                          // draw the mesh edges
    std::optional<double> azimuth, elevation;    // degrees, see view_direction; otherwise chosen from the cloth
    double zoom = 1;                             // above 1: longer focal length
    double f_number = 0;                         // of the lens; 0: everything is in focus
};

/// Renders pictures of one run. Data that is the same for all frames is computed once.
class RunRenderer {
public:
    /// The run must outlive the renderer. The camera frames all of `frames`: pass one frame for a still, or all frames
    /// for a film. Throws InputError for a field or a frame that the run does not have.
    RunRenderer(RunFrames& run, RenderOptions options, std::span<const int> frames);

    /// Renders a frame. `on_progress` is as in `trace`.
    [[nodiscard]] Picture picture(int frame, const std::function<bool(double)>& on_progress = {});
    /// Returns the render scene of a frame: surfaces, camera and lighting.
    [[nodiscard]] RenderScene scene(int frame);

private:
    RunFrames& run_;
    RenderOptions options_;
    std::optional<std::size_t> field_;
    RenderScene base_;  // everything except cloths, obstacles and floor
    StageModels stage_;
    std::vector<ClothRest> rest_;
};

/// Renders one frame, with the camera placed for this frame.
[[nodiscard]] Picture render_frame(RunFrames& run, int frame, const RenderOptions& options);

}  // namespace tulle
