// ConsistencyChecker: contact of cloth with cloth.

#include "geometry/surface_crossings.hpp"
#include "simulation/check.hpp"
#include "simulation/consistency_checker.hpp"
#include "simulation/scene_fields.hpp"
#include "simulation/start_overlaps.hpp"

#include <algorithm>

namespace tulle {
namespace {

// So many pairs of triangles are named; who has more looks at a picture.
constexpr std::size_t most_named = 3;

/// All cloths and soft bodies as one surface.
struct StartSurface {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    std::vector<std::size_t> first_face;  // per cloth

    void add(const ClothMesh& mesh, bool is_there)
    {
        const int first = static_cast<int>(vertices.size());
        first_face.push_back(faces.size());
        vertices.insert(vertices.end(), mesh.positions.begin(), mesh.positions.end());
        if (!is_there) return;
        for (const Face& face : mesh.faces) faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    }
    [[nodiscard]] std::size_t cloth_of(int face) const
    {
        const auto after = std::ranges::upper_bound(first_face, static_cast<std::size_t>(face));
        return static_cast<std::size_t>(after - first_face.begin()) - 1;
    }
};

}  // namespace

void ConsistencyChecker::check_self_contact()
{
    if (!scene_.self_contact || is_doubtful("self_contact") || is_doubtful("cloth") || is_doubtful("body")) return;
    if (scene_.integrator.adaptive && !is_doubtful("integrator"))
        report("integrator.dt", "[self_contact] takes equal steps: give a number of seconds");
    for (std::size_t c = 0; c < scene_.cloths.size(); ++c) {
        const double thickness = scene_.self_contact->thickness.value_or(scene_.cloths[c].thickness);
        if (!(thickness > 0))
            report(path_of(scene_, c) + ".thickness",
                   "expected > 0 m: it is the distance that [self_contact] keeps between layers of cloth");
    }
    if (!problems_.empty()) return;  // meshes may not be sound
    StartSurface surface;
    for (const ClothDescription& cloth : scene_.cloths) {
        surface.add(std::visit([](const auto& shape) { return make_cloth_mesh(shape); }, cloth.shape),
                    !is_rigid(cloth));
    }
    const std::vector<FacePair> crossings = find_surface_crossings({surface.vertices, surface.faces});
    if (crossings.empty()) return;
    const auto name = [&](int face) {
        const std::size_t cloth = surface.cloth_of(face);
        return "face " + std::to_string(static_cast<std::size_t>(face) - surface.first_face[cloth]) + " of \"" +
               scene_.cloths[cloth].name + '"';
    };
    std::string text = "cloth starts through cloth in " + std::to_string(crossings.size()) +
                       (crossings.size() == 1 ? " pair of triangles: " : " pairs of triangles: ");
    for (std::size_t k = 0; k < std::min(crossings.size(), most_named); ++k) {
        const Vec3& at = surface.vertices[surface.faces[crossings[k].first][0]];
        text += (k == 0 ? "" : ", ") + name(crossings[k].first) + " with " + name(crossings[k].second) + " near [" +
                about(at.x()) + ", " + about(at.y()) + ", " + about(at.z()) + "] m";
    }
    if (crossings.size() > most_named) text += ", and others";
    report("self_contact", text + ". Move them apart, or start without [self_contact]");
}

}  // namespace tulle
