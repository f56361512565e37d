#pragma once
// Shading: the surface element at the hit of a ray, with normal, albedo and transmission.

#include "render/ray_scene.hpp"
#include "render/render_scene.hpp"

#include <optional>

namespace tulle {

/// Diffuse surface element: albedo (1 - transmission) is reflected, and albedo transmission passes through.
struct Element {
    Vec3f normal;        // unit, on the side of the ray's origin
    Vec3f above, below;  // origins of rays to the two sides
    Colour albedo;
    float transmission = 0;
    float haze = 0;            // share of the element that the background hides, 0..1
    bool is_coloured = false;  // shows a value: the colour must be readable in any light
};

/// Surfaces and floor of a scene, with materials.
class Shading {
public:
    /// `pixel_angle` [rad] is the width of a pixel as seen from the camera.
    Shading(const RenderScene& scene, float pixel_angle);

    /// Returns the element that the ray hits. `is_seen` is true for camera rays: only then threads, edges and colours
    /// of values are drawn. Later bounces use mean colours.
    [[nodiscard]] std::optional<Element> element(const Ray& ray, bool is_seen) const;
    [[nodiscard]] bool is_blocked(const Ray& ray) const { return rays_.is_blocked(ray); }

private:
    [[nodiscard]] Element cloth_element(const SurfaceHit& hit, const Ray& ray, bool is_seen) const;
    [[nodiscard]] Element obstacle_element(const SurfaceHit& hit) const;
    [[nodiscard]] Element floor_element(const Ray& ray, float distance) const;
    [[nodiscard]] float wireframe_coverage(const SurfaceHit& hit, float footprint) const;

    const RenderScene& scene_;
    float pixel_angle_;
    float floor_;  // m, relative to the center
    RayScene rays_;
};

}  // namespace tulle
