#include "simulation/obstacle_surfaces.hpp"

#include "contact/barrier/pair_search.hpp"
#include "contact/untangle/crossing_faces.hpp"
#include "simulation/body_surfaces.hpp"
#include "simulation/check.hpp"
#include "simulation/contact_distance.hpp"

#include <tulle/description.hpp>

#include <algorithm>
#include <utility>

namespace tulle {
namespace {

// Mass of an obstacle vertex over the smallest mass of a particle. These vertices are no unknowns, so any mass will do;
// a small mass adds little to sums over all particles.
constexpr double part_of_mass = 1e-3;

double friction_between(const SceneDescription& scene, const ClothOrBody& cloth, const ObstacleDescription& obstacle)
{
    double friction = obstacle.friction;
    for (const ContactPairDescription& pair : scene.contact_pairs)
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

namespace {

/// Adds the faces and materials of rigid bodies. In `among`, their materials come after those of obstacles.
void add_bodies(const SurfaceParts& parts, std::vector<Face>& faces, std::vector<SurfaceMaterial>& materials,
                SurfaceObstacles& among)
{
    among.attached_to.assign(parts.attached_to.begin(), parts.attached_to.end());
    std::size_t mesh = 0;
    for (std::size_t b = 0; b < parts.bodies->all.size(); ++b, ++mesh) {
        while (!cloth_or_body(parts.scene, mesh).is_rigid()) ++mesh;
        const RigidBody& body = parts.bodies->all[b];
        const CarriedParticles& surface = parts.bodies->surfaces[b];
        const int number = among.cloths + among.obstacles + static_cast<int>(b);
        for (Face face : welded_faces(parts.meshes[mesh])) {
            for (int& corner : face) corner += surface.first;
            faces.push_back(face);
        }
        for (std::size_t k = 0; k < surface.weights.size(); ++k) materials[surface.first + k].cloth = number;
        among.bodies.push_back(carried_vertices(surface));
        const double weight = body.mass * std::max(parts.scene.simulation.gravity.norm(), 1.0);  // N
        // The facets of a ball lie inside the ball. This distance keeps cloth at its contact distance also from the
        // ball itself, where the two differ most.
        const double beyond = body.thickness + facet_depth(body.shape, parts.meshes[mesh]);
        for (std::size_t c = 0; c < parts.meshes.size(); ++c)
            if (const ClothOrBody cloth = cloth_or_body(parts.scene, c); !cloth.is_rigid())
                among.beside(static_cast<int>(c), number) = {cloth.thickness + beyond, body.friction, weight, false};
    }
}

}  // namespace

ContactSurface make_contact_surface(const SurfaceParts& parts, const ActiveSet* contacts, const IntactFaces& intact,
                                    std::span<const Vec3> positions)
{
    const auto& [scene, meshes, obstacles, surfaces, bodies, attached_to] = parts;
    std::vector<Face> faces;
    std::vector<SurfaceMaterial> materials;
    const auto add_faces = [&](std::span<const Face> of, int first) {
        for (const Face& face : of) faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    };
    const SelfContactSettings among_cloths = scene.self_contact.value_or(SelfContactSettings{});
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const int first = static_cast<int>(materials.size());
        const ClothOrBody cloth = cloth_or_body(scene, c);
        const double thickness = among_cloths.thickness.value_or(cloth.thickness);
        materials.insert(materials.end(), meshes[c].positions.size(),
                         {static_cast<int>(c), thickness, among_cloths.friction});
        // Faces are numbered through all cloths, as in IntactFaces. Faces of rigid bodies are placeholders here; the
        // real ones come after those of obstacles.
        if (cloth.is_rigid())
            faces.insert(faces.end(), meshes[c].faces.size(), Face{-1, -1, -1});
        else
            add_faces(meshes[c].faces, first);
    }
    SurfaceObstacles among_obstacles;
    among_obstacles.cloths = static_cast<int>(meshes.size());
    among_obstacles.obstacles = static_cast<int>(obstacles.size());
    among_obstacles.cloth_meets_cloth = scene.self_contact.has_value();
    among_obstacles.contacts = contacts;
    const std::size_t cloth_faces = faces.size();
    const double load = bodies != nullptr ? bodies->mass() * scene.simulation.gravity.norm() : 0;  // N
    if (!surfaces.empty() || bodies != nullptr)
        among_obstacles.materials.resize(meshes.size() *
                                         (obstacles.size() + (bodies != nullptr ? bodies->all.size() : 0)));
    for (const auto& [o, first] : surfaces) {
        const MeshObstacle& surface = *obstacles[o].surface();
        add_faces(surface.faces(), first);
        const int number = among_obstacles.cloths + o;
        materials.insert(materials.end(), surface.end().size(), {number, 0, 0});
        for (std::size_t c = 0; c < meshes.size(); ++c)
            if (const ClothOrBody cloth = cloth_or_body(scene, c); !cloth.is_rigid())
                among_obstacles.beside(static_cast<int>(c), number) = {
                    contact_distance(scene, cloth, scene.obstacles[o]),
                    friction_between(scene, cloth, scene.obstacles[o]), load,
                    !scene.obstacles[o].sequence.frames.empty()};
    }
    if (bodies != nullptr) add_bodies(parts, faces, materials, among_obstacles);
    among_obstacles.faces = faces.size() - cloth_faces;
    return {std::move(faces), std::move(materials), std::vector<Vec3>(positions.begin(), positions.end()), intact,
            std::move(among_obstacles)};
}

bool is_clear(const ContactSurface& surface, std::span<const Vec3> positions)
{
    constexpr double least_part = 1e-3;  // of the contact distance
    PairSearch search(surface);
    std::vector<SurfacePair> pairs;
    search.find_near(positions, 0, pairs);
    const auto is_too_near = [&](const SurfacePair& pair) {
        return closest_points(pair, positions).between.norm() < least_part * surface.thickness(pair);
    };
    if (std::ranges::any_of(pairs, is_too_near)) return false;
    return find_crossing_faces(surface, positions).empty();
}

bool tears(const ClothOrBody& cloth)
{
    if (cloth.cloth == nullptr || !cloth.cloth->fabric) return false;
    return cloth.cloth->fabric->warp.strength || cloth.cloth->fabric->weft.strength;
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
    for (std::size_t c = 0; c < meshes.size(); ++c)
        if (meshes[c].faces.empty() || tears(cloth_or_body(scene, c))) return false;
    SceneDescription apart = scene;
    apart.self_contact.reset();
    const IntactFaces whole;
    return is_clear(make_contact_surface({apart, meshes, obstacles, surfaces}, nullptr, whole, state.position),
                    state.position);
}

}  // namespace tulle
