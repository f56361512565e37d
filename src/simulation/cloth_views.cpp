#include "simulation/cloth_views.hpp"

#include "mesh/cloth_or_body.hpp"

#include <algorithm>

namespace tulle {
namespace {

void keep_intact(std::span<const Face> all, std::span<const unsigned char> intact, std::vector<Face>& kept)
{
    kept.clear();
    for (std::size_t f = 0; f < all.size(); ++f)
        if (intact[f] != 0) kept.push_back(all[f]);
}

}  // namespace

ClothViews::ClothViews(const SceneDescription& scene, std::span<const ClothMesh> meshes)
    : meshes_(meshes), faces_(meshes.size()), uv_faces_(meshes.size())
{
    int first = 0;
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const ClothMesh& mesh = meshes[c];
        const int count = static_cast<int>(mesh.positions.size());
        views_.push_back(
            {cloth_or_body(scene, c).name, first, count - mesh.hidden, mesh.faces, mesh.uvs, mesh.uv_faces});
        first += count;
    }
}

void ClothViews::show(std::span<const unsigned char> intact)
{
    for (std::size_t c = 0; c < views_.size(); ++c) {
        const ClothMesh& mesh = meshes_[c];
        const auto own = intact.first(intact.empty() ? 0 : mesh.faces.size());
        if (!intact.empty()) intact = intact.subspan(mesh.faces.size());
        views_[c].faces = mesh.faces;
        views_[c].uv_faces = mesh.uv_faces;
        if (std::find(own.begin(), own.end(), 0) == own.end()) continue;
        keep_intact(mesh.faces, own, faces_[c]);
        views_[c].faces = faces_[c];
        if (mesh.uv_faces.empty()) continue;
        keep_intact(mesh.uv_faces, own, uv_faces_[c]);
        views_[c].uv_faces = uv_faces_[c];
    }
}

}  // namespace tulle
