#include "simulation/untangled_start.hpp"

#include "contact/pins.hpp"
#include "simulation/check.hpp"
#include "simulation/particle_mass.hpp"
#include "simulation/start_overlaps.hpp"

#include <algorithm>

namespace tulle {
namespace {

// Largest number of pairs of triangles that a message names.
constexpr std::size_t most_named = 3;

/// Adds the links inside a soft body, where it has no faces: its springs and the edges of its tetrahedra.
void add_links(const BodyDescription& body, const ClothMesh& mesh, int first, std::vector<std::array<int, 2>>& links)
{
    if (is_rigid(body)) return;
    for (const Spring& spring : mesh.springs) links.push_back({spring.i + first, spring.j + first});
    const auto* solid = std::get_if<ElasticSolidDescription>(&body.kind);
    if (solid == nullptr) return;
    for (const auto& corners : solid->tetrahedra)
        for (std::size_t a = 0; a < corners.size(); ++a)
            for (std::size_t b = a + 1; b < corners.size(); ++b)
                links.push_back({corners[a] + first, corners[b] + first});
}

}  // namespace

StartSurface::StartSurface(const SceneDescription& scene, const std::vector<ClothMesh>& meshes)
{
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const int first = static_cast<int>(positions.size());
        first_face.push_back(faces.size());
        positions.insert(positions.end(), meshes[c].positions.begin(), meshes[c].positions.end());
        if (cloth_or_body(scene, c).is_rigid()) continue;
        for (const Face& face : meshes[c].faces) faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    }
}

std::string StartSurface::text_of(const std::vector<FacePair>& pairs, const SceneDescription& scene) const
{
    const auto name = [&](int face) {
        const auto after = std::ranges::upper_bound(first_face, static_cast<std::size_t>(face));
        const auto cloth = static_cast<std::size_t>(after - first_face.begin()) - 1;
        return "face " + std::to_string(static_cast<std::size_t>(face) - first_face[cloth]) + " of \"" +
               cloth_or_body(scene, cloth).name + '"';
    };
    std::string text;
    for (std::size_t k = 0; k < std::min(pairs.size(), most_named); ++k) {
        const Vec3& at = positions[faces[pairs[k].first][0]];
        text += (k == 0 ? "" : ", ") + name(pairs[k].first) + " with " + name(pairs[k].second) + " near [" +
                about(at.x()) + ", " + about(at.y()) + ", " + about(at.z()) + "] m";
    }
    if (pairs.size() > most_named) text += ", and others";
    return text;
}

Untangled untangled_start(const SceneDescription& scene, const std::vector<ClothMesh>& meshes)
{
    const StartSurface surface(scene, meshes);
    std::vector<SurfaceMaterial> materials;
    std::vector<double> inverse_mass;
    std::vector<std::array<int, 2>> links;
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const ClothOrBody cloth = cloth_or_body(scene, c);
        const std::size_t first = materials.size();
        materials.insert(materials.end(), meshes[c].positions.size(),
                         {static_cast<int>(c), scene.self_contact->thickness.value_or(cloth.thickness), 0});
        for (std::size_t p = 0; p < meshes[c].positions.size(); ++p)
            inverse_mass.push_back(1 / particle_mass(cloth, meshes[c], p));
        for (const PinDescription& pin : cloth.pins)
            for (const int p : select_particles(pin, meshes[c])) inverse_mass[first + static_cast<std::size_t>(p)] = 0;
        if (cloth.body != nullptr) add_links(*cloth.body, meshes[c], static_cast<int>(first), links);
    }
    return untangle({surface.positions, surface.faces, materials, inverse_mass, links});
}

}  // namespace tulle
