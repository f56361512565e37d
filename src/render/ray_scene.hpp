#pragma once
// Ray casting: intersections of rays with surfaces, by Embree.

#include "render/surface.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace tulle {

struct Ray {
    Vec3f origin = Vec3f::Zero();      // m, relative to the scene's center
    Vec3f direction = Vec3f::UnitZ();  // unit
};

/// Intersection of a ray with a surface. Normals point to the side of the ray's origin.
struct SurfaceHit {
    std::size_t surface = 0;
    std::size_t face = 0;
    float distance = 0;    // m
    bool is_front = true;  // true: the face is counter-clockwise as seen from the origin
    Vec3f weights;         // barycentric, of the face's corners
    Vec3f point;           // m
    Vec3f face_normal;     // unit, of the flat triangle
    Vec3f normal;          // unit, interpolated
    /// Origins of rays that leave the surface: `above` on the side of the normal, `below` on the other side. They are
    /// `point` lifted onto the smooth surface. This prevents shadows of flat triangles on themselves where the smooth
    /// surface is lit (shadow terminator, Hanika 2021).
    Vec3f above, below;
};

class RayScene {
public:
    /// `offset` [m] is the distance from a surface to the origins of rays that leave it.
    RayScene(std::vector<Surface> surfaces, float offset);
    ~RayScene();
    RayScene(const RayScene&) = delete;
    RayScene& operator=(const RayScene&) = delete;

    [[nodiscard]] const std::vector<Surface>& surfaces() const { return surfaces_; }
    /// Returns the nearest hit within `reach` [m].
    [[nodiscard]] std::optional<SurfaceHit> hit(const Ray& ray, float reach) const;
    /// Tells whether the ray hits a surface at any distance.
    [[nodiscard]] bool is_blocked(const Ray& ray) const;

private:
    struct Embree;
    std::vector<Surface> surfaces_;
    float offset_;
    std::unique_ptr<Embree> embree_;
};

}  // namespace tulle
