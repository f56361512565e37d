#pragma once
// Pictures of a simulated run: what the frames hold becomes a scene, the camera finds its place, the tracer does the
// rest.

#include "output/run_frames.hpp"
#include "render/image.hpp"
#include "render/render_scene.hpp"
#include "render/run_models.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

struct RenderOptions {
    int width = 960, height = 540;               // pixels
    int samples = 64;                            // per pixel
    ClothTexture texture = ClothTexture::woven;  // of cloth that is not coloured
    std::string colour;                          // name of a field; empty: as cloth looks
    std::optional<std::array<double, 2>> range;  // of the colours; otherwise what the run's frames hold
    bool edges = false;                          // draw the net
    std::optional<double> azimuth, elevation;    // degrees, see view_direction; otherwise what suits the cloth
    double zoom = 1;                             // above 1: nearer
    double f_number = 0;                         // of the lens; 0: everything is sharp
};

/// Makes pictures of one run; what is the same for all frames is found once.
class RunRenderer {
public:
    /// The run must outlive the renderer. The camera frames all of `frames`: give one for a still, all for a film.
    /// Throws InputError for a field or a frame that the run does not have.
    RunRenderer(RunFrames& run, RenderOptions options, std::span<const int> frames);

    /// `on_progress` as in `trace`.
    [[nodiscard]] Picture picture(int frame, const std::function<bool(double)>& on_progress = {});
    /// What the picture of a frame shows.
    [[nodiscard]] RenderScene scene(int frame);

private:
    RunFrames& run_;
    RenderOptions options_;
    std::optional<std::size_t> field_;
    RenderScene base_;  // all but cloths, obstacles and floor
    StageModels stage_;
    std::vector<ClothRest> rest_;
};

/// One frame, framed for itself.
[[nodiscard]] Picture render_frame(RunFrames& run, int frame, const RenderOptions& options);

}  // namespace tulle
