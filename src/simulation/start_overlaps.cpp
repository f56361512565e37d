#include "simulation/start_overlaps.hpp"

#include "contact/pins.hpp"
#include "contact/shapes.hpp"
#include "geometry/mesh_queries.hpp"
#include "geometry/winding_number.hpp"
#include "mesh/rigid_motion.hpp"
#include "simulation/check.hpp"
#include "simulation/contact_distance.hpp"
#include "simulation/scene_extents.hpp"
#include "simulation/scene_fields.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>

namespace tulle {
namespace {

// Smaller overlaps are not reported: cloth that lies on a table a little too low is no mistake.
constexpr double negligible_part = 0.01;   // of the contact distance
constexpr double negligible_depth = 1e-6;  // m

std::vector<Vec3> free_particles(const ClothOrBody& cloth, const ClothMesh& mesh)
{
    std::vector<unsigned char> pinned(mesh.positions.size(), 0);
    for (const PinDescription& pin : cloth.pins)
        for (const int p : select_particles(pin, mesh)) pinned[static_cast<std::size_t>(p)] = 1;
    std::vector<Vec3> free;
    for (std::size_t p = 0; p < mesh.positions.size(); ++p)
        if (pinned[p] == 0) free.push_back(mesh.positions[p]);
    return free;
}

void count_particle(double distance, StartOverlap& overlap)
{
    if (distance < -negligible_depth) {
        ++overlap.inside;
        overlap.deepest = std::max(overlap.deepest, -distance);
    } else if (distance < (1 - negligible_part) * overlap.contact_distance) {
        overlap.nearest = overlap.too_near == 0 ? std::max(distance, 0.0) : std::min(overlap.nearest, distance);
        ++overlap.too_near;
    }
}

// `seen`: particles in the coordinates of the obstacle.
template <class Shape>
void count_overlaps(Shape shape, const MeshSequence&, std::span<const Vec3> seen, StartOverlap& overlap)
{
    if constexpr (requires { shape.normal; }) shape.normal.normalize();
    if constexpr (requires { shape.axis; }) shape.axis.normalize();
    for (const Vec3& x : seen) count_particle(nearest_surface(shape, x).distance, overlap);
}

void count_overlaps(const MeshDescription& mesh, const MeshSequence& sequence, std::span<const Vec3> seen,
                    StartOverlap& overlap)
{
    const std::vector<Vec3> vertices = start_vertices(mesh, sequence);
    Aabb reach;
    for (const Vec3& x : vertices) reach.extend(x);
    reach = inflated(reach, overlap.contact_distance);
    // Most cloth starts far from the mesh, and then no search tree is needed.
    if (std::ranges::none_of(seen, [&](const Vec3& x) { return reach.contains(x); })) return;

    const auto queries = make_mesh_queries(vertices, mesh.mesh.faces);
    std::unique_ptr<WindingNumber> winding;
    if (is_closed(mesh.mesh.faces)) winding = std::make_unique<WindingNumber>(vertices, mesh.mesh.faces);
    for (const Vec3& x : seen) {
        if (!reach.contains(x)) continue;
        const bool is_inside = winding && winding->is_inside(x) && (*winding)(x) > 0;
        const double radius = is_inside ? std::numeric_limits<double>::infinity() : overlap.contact_distance;
        const auto closest = queries->closest(x, radius);
        if (closest) count_particle(is_inside ? -closest->distance : closest->distance, overlap);
    }
}

}  // namespace

std::vector<StartOverlap> find_start_overlaps(const SceneDescription& scene, std::span<const ClothMesh> cloths)
{
    std::vector<StartOverlap> found;
    for (std::size_t c = 0; c < cloths.size(); ++c) {
        const ClothOrBody cloth = cloth_or_body(scene, c);
        const std::vector<Vec3> particles = free_particles(cloth, cloths[c]);
        std::vector<Vec3> seen(particles.size());
        for (std::size_t o = 0; o < scene.obstacles.size(); ++o) {
            const ObstacleDescription& obstacle = scene.obstacles[o];
            const RigidPose pose = pose_at(obstacle.motion, 0);
            std::ranges::transform(particles, seen.begin(), [&](const Vec3& x) { return pose.undo(x); });
            StartOverlap overlap{.cloth = c,
                                 .obstacle = o,
                                 .particles = static_cast<int>(cloths[c].positions.size()),
                                 .contact_distance = contact_distance(scene, cloth, obstacle)};
            std::visit([&](const auto& shape) { count_overlaps(shape, obstacle.sequence, seen, overlap); },
                       obstacle.shape);
            if (overlap.inside + overlap.too_near > 0) found.push_back(overlap);
        }
    }
    return found;
}

std::string text_of(const StartOverlap& overlap, const SceneDescription& scene)
{
    const bool is_inside = overlap.inside > 0;
    const ClothOrBody cloth = cloth_or_body(scene, overlap.cloth);
    const int some = is_inside ? overlap.inside : overlap.too_near;
    std::string text = std::to_string(some) + " of the " + std::to_string(overlap.particles) + " particles of " +
                       kind_of(cloth) + " \"" + cloth.name + (some == 1 ? "\" starts " : "\" start ");
    text += is_inside ? "inside obstacle \"" : "too near to obstacle \"";
    text += scene.obstacles[overlap.obstacle].name + "\", ";
    if (is_inside) return text + "up to " + about(overlap.deepest) + " m deep";
    return text + "down to " + about(overlap.nearest) + " m where " + about(overlap.contact_distance) +
           " m are kept (thickness)";
}

std::string about(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return number_text(std::strtod(text, nullptr));
}

}  // namespace tulle
