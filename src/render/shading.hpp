#pragma once
// What a path finds where it meets the scene: a surface element with its colour, ready for light to be gathered.

#include "render/ray_scene.hpp"
#include "render/render_scene.hpp"

#include <optional>

namespace tulle {

/// A diffuse surface element: albedo times (1 - transmission) is reflected, albedo times transmission passes through.
struct Element {
    Vec3f normal;        // unit, towards where the ray came from
    Vec3f above, below;  // where rays to its two sides start
    Colour albedo;
    float transmission = 0;
    float haze = 0;            // share that is hidden by the background, 0..1
    bool is_coloured = false;  // shows a number: its colour is to be seen, whatever the light
};

/// Surfaces and floor of a scene with their materials.
class Shading {
public:
    /// `pixel_angle` is the width of a pixel as seen from the camera, in radians.
    Shading(const RenderScene& scene, float pixel_angle);

    /// What the ray meets. With `is_seen` the camera looks at it directly: only then are threads, edges and the
    /// colours of numbers drawn. Later bounces see the mean.
    [[nodiscard]] std::optional<Element> element(const Ray& ray, bool is_seen) const;
    [[nodiscard]] bool is_blocked(const Ray& ray) const { return rays_.is_blocked(ray); }

private:
    [[nodiscard]] Element cloth_element(const SurfaceHit& hit, const Ray& ray, bool is_seen) const;
    [[nodiscard]] Element obstacle_element(const SurfaceHit& hit) const;
    [[nodiscard]] Element floor_element(const Ray& ray, float distance) const;
    [[nodiscard]] float net_coverage(const SurfaceHit& hit, float footprint) const;

    const RenderScene& scene_;
    float pixel_angle_;
    float floor_;  // m, relative to the center
    RayScene rays_;
};

}  // namespace tulle
