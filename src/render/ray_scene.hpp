#pragma once
// Rays against surfaces, by Embree.

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

/// Where a ray meets a surface. Normals look towards where the ray came from.
struct SurfaceHit {
    std::size_t surface = 0;
    std::size_t face = 0;
    float distance = 0;    // m
    bool is_front = true;  // the side from which the face runs counter-clockwise
    Vec3f weights;         // of the face's corners
    Vec3f point;           // m
    Vec3f face_normal;     // unit, of the triangle
    Vec3f normal;          // unit, of the smooth surface
    /// Where rays to the side of the normal start: `point` lifted onto the smooth surface, so that flat triangles do
    /// not shade themselves in a light that the smooth surface sees (Hanika 2021). `below` is for the other side.
    Vec3f above, below;
};

class RayScene {
public:
    /// `offset` [m] is how far from a surface rays start that leave it.
    RayScene(std::vector<Surface> surfaces, float offset);
    ~RayScene();
    RayScene(const RayScene&) = delete;
    RayScene& operator=(const RayScene&) = delete;

    [[nodiscard]] const std::vector<Surface>& surfaces() const { return surfaces_; }
    /// The nearest surface closer than `reach` [m].
    [[nodiscard]] std::optional<SurfaceHit> hit(const Ray& ray, float reach) const;
    /// Whether anything is in the way, however far.
    [[nodiscard]] bool is_blocked(const Ray& ray) const;

private:
    struct Embree;
    std::vector<Surface> surfaces_;
    float offset_;
    std::unique_ptr<Embree> embree_;
};

}  // namespace tulle
