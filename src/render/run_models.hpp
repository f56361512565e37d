#pragma once
// From the frames of a run to the models of a picture: what lies where, what it is made of, and from where to look.

#include "output/run_frames.hpp"
#include "render/render_scene.hpp"
#include "render/stage_models.hpp"

#include <Eigen/Geometry>

#include <span>
#include <vector>

namespace tulle {

/// A cloth's texture coordinates in metres, from its first frame.
struct ClothRest {
    std::vector<Vec2> coordinates;
    double extent = 1;  // m, the longer side
};

[[nodiscard]] std::vector<ClothRest> cloth_rests(RunFrames& run);

/// `values` are of all particles, or empty.
[[nodiscard]] std::vector<ClothModel> cloth_models(const FrameData& frame, std::span<const ClothRest> rests,
                                                   std::span<const double> values, ClothTexture texture);

/// What there is to be seen in some frames of a run, which must outlive it.
struct RunExtent {
    std::vector<Vec3> points;    // m, what must be in the picture
    Eigen::AlignedBox3d bounds;  // m, of the points
    double azimuth = 0;          // degrees, from where the cloth shows its front
    double elevation = 0;        // degrees
    StageModels stage;
};

[[nodiscard]] RunExtent extent_of(RunFrames& run, std::span<const int> frames);

}  // namespace tulle
