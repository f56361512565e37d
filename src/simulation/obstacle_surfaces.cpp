#include "simulation/obstacle_surfaces.hpp"

#include "self_contact/crossing_faces.hpp"
#include "self_contact/pair_search.hpp"
#include "simulation/check.hpp"
#include "simulation/distance_kept.hpp"

#include <tulle/description.hpp>

#include <algorithm>
#include <utility>

namespace tulle {
namespace {

// Their rows of the matrix are decoupled, so that any mass will do; a small one adds little to sums over all.
constexpr double part_of_mass = 1e-3;

double friction_between(const SceneDescription& scene, const ClothDescription& cloth,
                        const ObstacleDescription& obstacle)
{
    double friction = obstacle.friction;
    for (const PairDescription& pair : scene.pairs)
        if (pair.cloth == cloth.name && pair.obstacle == obstacle.name) friction = pair.friction.value_or(friction);
    return friction;
}

}  // namespace

std::vector<ObstacleSurface> add_obstacle_vertices(std::span<const Obstacle> obstacles, ParticleState& state)
{
    std::vector<ObstacleSurface> surfaces;
    if (state.size() == 0) return surfaces;
    const double mass = part_of_mass * *std::ranges::min_element(state.mass);
    for (std::size_t o = 0; o < obstacles.size(); ++o) {
        const MeshObstacle* surface = obstacles[o].surface();
        if (surface == nullptr) continue;
        surfaces.push_back({static_cast<int>(o), static_cast<int>(state.size())});
        ObstaclePath path;
        if (!obstacles[o].motion.keyframes.empty()) {
            const RigidPose pose = pose_at(obstacles[o].motion, 0);
            path.set(pose, pose);
        }
        for (const Vec3& vertex : surface->end()) {
            state.position.push_back(path.placed_at_start(vertex));
            state.velocity.push_back(Vec3::Zero());
            state.mass.push_back(mass);
            state.inverse_mass.push_back(0);
        }
    }
    return surfaces;
}

ContactSurface make_contact_surface(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                    std::span<const Obstacle> obstacles, std::span<const ObstacleSurface> surfaces,
                                    const Contacts* contacts, const StandingFaces& standing,
                                    std::span<const Vec3> positions)
{
    std::vector<Face> faces;
    std::vector<SurfaceMaterial> materials;
    const auto add_faces = [&](std::span<const Face> of, int first) {
        for (const Face& face : of) faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    };
    const SelfContactSettings among_cloths = scene.self_contact.value_or(SelfContactSettings{});
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const int first = static_cast<int>(materials.size());
        const double thickness = among_cloths.thickness.value_or(scene.cloths[c].thickness);
        materials.insert(materials.end(), meshes[c].positions.size(),
                         {static_cast<int>(c), thickness, among_cloths.friction});
        // Numbers of faces count through all cloths, as those of torn ones do. Rigid bodies have contact of their own.
        if (is_rigid(scene.cloths[c]))
            faces.insert(faces.end(), meshes[c].faces.size(), Face{-1, -1, -1});
        else
            add_faces(meshes[c].faces, first);
    }
    SurfaceObstacles among_obstacles;
    among_obstacles.cloths = static_cast<int>(meshes.size());
    among_obstacles.cloth_meets_cloth = scene.self_contact.has_value();
    among_obstacles.contacts = contacts;
    const std::size_t cloth_faces = faces.size();
    if (!surfaces.empty()) among_obstacles.materials.resize(meshes.size() * obstacles.size());
    for (const auto& [o, first] : surfaces) {
        const MeshObstacle& surface = *obstacles[o].surface();
        add_faces(surface.faces(), first);
        materials.insert(materials.end(), surface.end().size(), {static_cast<int>(meshes.size()) + o, 0, 0});
        for (std::size_t c = 0; c < meshes.size(); ++c)
            among_obstacles.materials[c * obstacles.size() + static_cast<std::size_t>(o)] = {
                distance_kept(scene, scene.cloths[c], scene.obstacles[o]),
                friction_between(scene, scene.cloths[c], scene.obstacles[o])};
    }
    among_obstacles.faces = faces.size() - cloth_faces;
    return {std::move(faces), std::move(materials), std::vector<Vec3>(positions.begin(), positions.end()), standing,
            std::move(among_obstacles)};
}

bool starts_clear(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                  std::span<const Obstacle> obstacles, std::span<const Vec3> positions)
{
    ParticleState state;
    state.position.assign(positions.begin(), positions.end());
    state.velocity.assign(positions.size(), Vec3::Zero());
    state.mass.assign(positions.size(), 1);
    state.inverse_mass.assign(positions.size(), 1);
    const std::vector<ObstacleSurface> surfaces = add_obstacle_vertices(obstacles, state);
    if (surfaces.empty()) return true;
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const std::optional<FabricDescription>& fabric = scene.cloths[c].fabric;
        const bool tears = fabric && (fabric->warp.strength || fabric->weft.strength);
        if (meshes[c].faces.empty() || tears) return false;
    }
    SceneDescription apart = scene;
    apart.self_contact.reset();
    const StandingFaces whole;
    const ContactSurface surface =
        make_contact_surface(apart, meshes, obstacles, surfaces, nullptr, whole, state.position);
    constexpr double least_part = 1e-3;  // of the distance kept
    PairSearch search(surface);
    std::vector<SurfacePair> pairs;
    search.find_near(state.position, 0, pairs);
    const auto is_too_near = [&](const SurfacePair& pair) {
        return closest_points(pair, state.position).between.norm() < least_part * surface.thickness(pair);
    };
    if (std::ranges::any_of(pairs, is_too_near)) return false;
    return find_crossing_faces(surface, state.position).empty();
}

}  // namespace tulle
