#include "simulation/make_self_contact.hpp"

#include "simulation/check.hpp"

#include <utility>

namespace tulle {
std::unique_ptr<ClothContact> make_self_contact(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                                const StandingFaces& standing, const ParticleState& state, double h)
{
    if (!scene.self_contact) return nullptr;
    std::vector<Face> faces;
    std::vector<SurfaceMaterial> materials;
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const int first = static_cast<int>(materials.size());
        const double thickness = scene.self_contact->thickness.value_or(scene.cloths[c].thickness);
        materials.insert(materials.end(), meshes[c].positions.size(),
                         {static_cast<int>(c), thickness, scene.self_contact->friction});
        for (const Face& face : meshes[c].faces) {
            // Numbers of faces count through all cloths, as those of torn ones do.
            const Face moved = {face[0] + first, face[1] + first, face[2] + first};
            faces.push_back(is_rigid(scene.cloths[c]) ? Face{-1, -1, -1} : moved);
        }
    }
    return std::make_unique<ClothContact>(
        ContactSurface(std::move(faces), std::move(materials), state.position, standing), state.mass, h);
}

}  // namespace tulle
