#include "render/shading.hpp"

#include "render/textures.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

constexpr float sheen = 0.22F;                        // extra light of protruding fibres, at grazing views
constexpr float offset_share = 2e-5F;                 // of the scene's radius: 20 um at 1 m, above rounding in floats
constexpr float fade_begin = 2.2F, fade_end = 7.0F;   // radii; between them the floor fades to the background
constexpr float wireframe_half_width = 0.55F;         // pixels
const Colour mean_coloured = Colour::Constant(0.6F);  // of cloth with values, for bounces
const Colour dark_wire = from_hex(0x1e2228), light_wire = from_hex(0x8a8f98);

std::vector<Surface> surfaces_of(const RenderScene& scene)
{
    std::vector<Surface> surfaces;
    for (const ClothModel& cloth : scene.cloths) surfaces.push_back(cloth_surface(cloth, scene.center));
    for (const ObstacleModel& obstacle : scene.obstacles)
        surfaces.push_back(obstacle_surface(obstacle.mesh, scene.center));
    return surfaces;
}

template <class Value>
Value interpolate(const std::array<Value, 3>& corners, const Vec3f& weights)
{
    return weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2];
}

/// Bump mapping: returns the normal of a surface with the given slope of its height along the texture coordinates.
Vec3f bumped(const Surface& surface, const SurfaceHit& hit, const Vec2f& slope)
{
    const auto& x = surface.corners[hit.face];
    const auto& t = surface.coordinates[hit.face];
    const Vec2f t1 = t[1] - t[0], t2 = t[2] - t[0];
    const float area = t1.x() * t2.y() - t1.y() * t2.x();
    if (std::abs(area) <= std::numeric_limits<float>::min()) return hit.normal;
    // Directions of growing u and v.
    const Vec3f along_u = ((x[1] - x[0]) * t2.y() - (x[2] - x[0]) * t1.y()) / area;
    const Vec3f along_v = ((x[2] - x[0]) * t1.x() - (x[1] - x[0]) * t2.x()) / area;
    return (hit.normal - slope.x() * along_u.normalized() - slope.y() * along_v.normalized()).normalized();
}

}  // namespace

Shading::Shading(const RenderScene& scene, float pixel_angle)
    : scene_(scene),
      pixel_angle_(pixel_angle),
      floor_(static_cast<float>(scene.ground - scene.center.z())),
      rays_(surfaces_of(scene), offset_share * static_cast<float>(scene.radius))
{}

std::optional<Element> Shading::element(const Ray& ray, bool is_seen) const
{
    float to_floor = std::numeric_limits<float>::infinity();
    if (ray.direction.z() < 0 && ray.origin.z() > floor_) to_floor = (floor_ - ray.origin.z()) / ray.direction.z();
    if (const auto hit = rays_.hit(ray, to_floor))
        return hit->surface < scene_.cloths.size() ? cloth_element(*hit, ray, is_seen) : obstacle_element(*hit);
    if (std::isfinite(to_floor)) return floor_element(ray, to_floor);
    return std::nullopt;
}

Element Shading::cloth_element(const SurfaceHit& hit, const Ray& ray, bool is_seen) const
{
    const ClothMaterial& material = scene_.cloths[hit.surface].material;
    const Surface& surface = rays_.surfaces()[hit.surface];
    Element element{.normal = hit.normal, .above = hit.above, .below = hit.below, .albedo = Colour::Zero()};
    const bool has_number = scene_.colours && !surface.values.empty();
    const float distance_footprint = pixel_angle_ * hit.distance;
    if (has_number) {
        element.is_coloured = is_seen;
        element.albedo =
            is_seen ? scene_.colours->colour(interpolate(surface.values[hit.face], hit.weights)) : mean_coloured;
    } else {
        const float cosine = std::abs(hit.face_normal.dot(ray.direction));
        const float footprint =
            is_seen ? distance_footprint / std::max(cosine, 0.1F) : std::numeric_limits<float>::max();
        const Vec2f at = surface.coordinates.empty() ? Vec2f(Vec2f::Zero())
                                                     : interpolate(surface.coordinates[hit.face], hit.weights);
        const ClothLook look =
            cloth_look(material, at, surface.coordinates.empty() ? std::numeric_limits<float>::max() : footprint);
        element.albedo = look.albedo;
        element.transmission = material.transmission;
        if (look.slope.squaredNorm() > 0) element.normal = bumped(surface, hit, look.slope);
        if (is_seen)
            element.albedo +=
                sheen * std::pow(1 - std::abs(hit.normal.dot(ray.direction)), 4.0F) * (1.0F - element.albedo);
    }
    if (is_seen && scene_.edges) {
        const float covered = wireframe_coverage(hit, distance_footprint);
        // Lines are dark, but light on the darkest colours.
        const float light = 1 - std::clamp((luminance(element.albedo) - 0.03F) / 0.03F, 0.0F, 1.0F);
        const Colour line = (1 - light) * dark_wire + light * light_wire;
        element.albedo = (1 - covered) * element.albedo + covered * line;
    }
    return element;
}

/// Returns the share of the colour of mesh edges. Lines are about a pixel wide, and fainter if cells are only a few
/// pixels wide.
float Shading::wireframe_coverage(const SurfaceHit& hit, float footprint) const
{
    const Surface& surface = rays_.surfaces()[hit.surface];
    const auto& x = surface.corners[hit.face];
    const float twice_area = (x[1] - x[0]).cross(x[2] - x[0]).norm();
    float nearest = std::numeric_limits<float>::infinity(), cell = nearest;
    for (std::size_t c = 0; c < 3; ++c) {
        const float length = (x[(c + 2) % 3] - x[(c + 1) % 3]).norm();
        const float height = twice_area / std::max(length, std::numeric_limits<float>::min());
        cell = std::min(cell, height);
        if ((surface.wireframe_edges[hit.face] >> c & 1U) != 0U)
            nearest = std::min(nearest, hit.weights[static_cast<Eigen::Index>(c)] * height);
    }
    if (nearest > wireframe_half_width * footprint) return 0;
    return 0.8F * std::clamp((cell / footprint - 1.5F) / 5, 0.0F, 1.0F);
}

Element Shading::obstacle_element(const SurfaceHit& hit) const
{
    const ObstacleModel& obstacle = scene_.obstacles[hit.surface - scene_.cloths.size()];
    Element element{.normal = hit.normal, .above = hit.above, .below = hit.below, .albedo = obstacle.colour};
    if (obstacle.finish == Finish::wood) {
        const Vec3 at = obstacle.pose.undo(scene_.center + hit.point.cast<double>()) - obstacle.origin;
        element.albedo = wood_albedo((at / obstacle.grain).cast<float>());
    }
    return element;
}

Element Shading::floor_element(const Ray& ray, float distance) const
{
    const auto radius = static_cast<float>(scene_.radius);
    Vec3f point = ray.origin + distance * ray.direction;
    point.z() = floor_ + offset_share * radius;
    Element element{.normal = Vec3f::UnitZ(), .above = point, .below = point, .albedo = scene_.backdrop.ground};
    const float away = (std::hypot(point.x(), point.y()) / radius - fade_begin) / (fade_end - fade_begin);
    const float t = std::clamp(away, 0.0F, 1.0F);
    element.haze = t * t * (3 - 2 * t);
    return element;
}

}  // namespace tulle
