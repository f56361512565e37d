#pragma once
// What surfaces are made of, computed from where a point is: threads and wood have no image files.

#include "render/surface.hpp"

namespace tulle {

/// A cloth's look at a point.
struct ClothLook {
    Colour albedo;
    Vec2f slope = Vec2f::Zero();  // of the threads' surface, along u and v
};

/// `at` in metres along u and v, `footprint` [m] the size of what one pixel sees there. Threads that are finer than
/// that blend into their mean colour.
[[nodiscard]] ClothLook cloth_look(const ClothMaterial& material, const Vec2f& at, float footprint);

/// Light wood; `at` relative to a point on the trunk's axis, which runs along x, in units of the piece's size.
[[nodiscard]] Colour wood_albedo(const Vec3f& at);

}  // namespace tulle
