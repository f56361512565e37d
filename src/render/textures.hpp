#pragma once
// Procedural textures: threads and wood are computed from the position of a point, without image files.

#include "render/surface.hpp"

namespace tulle {

/// Appearance of a cloth at a point.
struct ClothLook {
    Colour albedo;
    Vec2f slope = Vec2f::Zero();  // of the height of threads, along u and v
};

/// Returns the appearance at `at` [m along u and v]. `footprint` [m] is the size of a pixel on the cloth. Threads finer
/// than the footprint blend into their mean colour.
[[nodiscard]] ClothLook cloth_look(const ClothMaterial& material, const Vec2f& at, float footprint);

/// Returns the albedo of light wood at `at`, relative to the middle of the piece and in units of its size. The axis of
/// the trunk is parallel to x, beside the piece.
[[nodiscard]] Colour wood_albedo(const Vec3f& at);

}  // namespace tulle
