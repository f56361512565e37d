#include "simulation/body_surfaces.hpp"

#include "integrators/choice_of.hpp"
#include "simulation/check.hpp"
#include "simulation/obstacle_surfaces.hpp"

#include <tulle/description.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <variant>

namespace tulle {

CarriedVertices carried_vertices(const CarriedParticles& surface)
{
    return {surface.first, surface.body.first, surface.weights};
}

std::vector<Face> welded_faces(const ClothMesh& mesh)
{
    std::map<std::tuple<double, double, double>, int> first_at;
    std::vector<Face> welded = mesh.faces;
    for (Face& face : welded)
        for (int& corner : face) {
            const Vec3& x = mesh.positions[corner];
            corner = first_at.try_emplace({x.x(), x.y(), x.z()}, corner).first->second;
        }
    return welded;
}

double facet_depth(const RigidShape& shape, const ClothMesh& mesh)
{
    const auto* ball = std::get_if<SphereShape>(&shape);
    if (ball == nullptr) return 0;
    double depth = 0;
    for (const auto& [a, b, c] : mesh.faces) {
        const Vec3& corner = mesh.positions[a];
        const Vec3 normal = (mesh.positions[b] - corner).cross(mesh.positions[c] - corner).normalized();
        depth = std::max(depth, ball->radius - normal.dot(corner - ball->center));
    }
    return depth;
}

bool asks_for_body_barriers(const SceneDescription& scene)
{
    const auto is_rigid_body = [](const BodyDescription& body) { return is_rigid(body); };
    if (!has_rigid_bodies(scene)) return false;
    if (scene.cloths.empty() && std::ranges::all_of(scene.bodies, is_rigid_body)) return false;
    if (scene.self_contact || scene.contact.method == ContactMethod::barrier) return true;
    return scene.contact.method == ContactMethod::automatic && is_implicit_euler(scene.integrator.method);
}

bool can_meet_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes)
{
    double least = std::numeric_limits<double>::infinity();  // m, thickness of a body
    for (const BodyDescription& body : scene.bodies)
        if (is_rigid(body)) least = std::min(least, body.thickness);
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const ClothOrBody cloth = cloth_or_body(scene, c);
        if (cloth.is_rigid()) continue;
        if (meshes[c].faces.empty() || tears(cloth) || !(cloth.thickness + least > 0)) return false;
    }
    return true;
}

bool starts_outside_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                           const RigidBodies& bodies, std::span<const Vec3> positions)
{
    std::size_t first = 0;
    for (std::size_t c = 0; c < meshes.size(); first += meshes[c++].positions.size()) {
        if (cloth_or_body(scene, c).is_rigid()) continue;
        const std::span<const Vec3> x = positions.subspan(first, meshes[c].positions.size());
        for (const RigidBody& body : bodies.all) {
            const BodyPose pose(body, positions);
            const auto is_inside = [&](const Vec3& p) {
                return nearest_surface(body.shape, pose.local(p)).distance <= 0;
            };
            if (std::ranges::any_of(x, is_inside)) return false;
        }
    }
    const IntactFaces whole;
    SceneDescription apart = scene;
    apart.self_contact.reset();
    return is_clear(make_contact_surface({apart, meshes, {}, {}, &bodies}, nullptr, whole, positions), positions);
}

}  // namespace tulle
