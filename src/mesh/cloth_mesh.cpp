#include "mesh/cloth_mesh.hpp"

#include <variant>

namespace tulle {

ClothMesh make_cloth_mesh(const ClothDescription& cloth)
{
    return std::visit([](const auto& shape) { return make_cloth_mesh(shape); }, cloth.shape);
}

std::vector<ClothMesh> make_cloth_meshes(const SceneDescription& scene)
{
    std::vector<ClothMesh> meshes;
    meshes.reserve(scene.cloths.size() + scene.bodies.size());
    for (const ClothDescription& cloth : scene.cloths) meshes.push_back(make_cloth_mesh(cloth));
    for (const BodyDescription& body : scene.bodies) meshes.push_back(make_cloth_mesh(body));
    return meshes;
}

}  // namespace tulle
