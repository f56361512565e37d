#pragma once
// Converts the frames of a run to models of a picture: positions, materials, texture coordinates and view direction.

#include "render/render_scene.hpp"
#include "render/stage_models.hpp"

#include <tulle/run_frames.hpp>

#include <Eigen/Geometry>

#include <span>
#include <vector>

namespace tulle {

/// Texture coordinates of a cloth in metres, from its first frame.
struct ClothRest {
    std::vector<Vec2> coordinates;
    double extent = 1;  // m, the longer side
};

[[nodiscard]] std::vector<ClothRest> cloth_rests(RunFrames& run);

/// Returns the models of all cloths in a frame. `values` has one value per particle of the frame, or is empty.
[[nodiscard]] std::vector<ClothModel> cloth_models(const FrameData& frame, std::span<const ClothRest> rests,
                                                   std::span<const double> values, ClothTexture texture);

/// Visible content of some frames of a run. The run must outlive this object.
struct RunExtent {
    std::vector<Vec3> points;    // m, must be inside the picture
    Eigen::AlignedBox3d bounds;  // m, of the points
    double azimuth = 0;          // degrees, with a view of the cloth's front
    double elevation = 0;        // degrees
    StageModels stage;
};

[[nodiscard]] RunExtent extent_of(RunFrames& run, std::span<const int> frames);

}  // namespace tulle
