#pragma once
// Views of cloths for output, with their intact faces.

#include "mesh/cloth_mesh.hpp"

#include <tulle/simulation.hpp>

#include <span>
#include <vector>

namespace tulle {

class ClothViews {
public:
    ClothViews() = default;
    /// Starts with all faces. Both arguments must outlive this object.
    ClothViews(const SceneDescription& scene, std::span<const ClothMesh> meshes);

    [[nodiscard]] const std::vector<ClothView>& all() const { return views_; }
    /// Shows only intact faces. `intact` has an entry per face of all cloths, one cloth after the other: 0 if the face
    /// is torn. Empty: no face is torn.
    void show(std::span<const unsigned char> intact);

private:
    std::span<const ClothMesh> meshes_;
    std::vector<ClothView> views_;
    std::vector<std::vector<Face>> faces_, uv_faces_;  // of cloths that have torn
};

}  // namespace tulle
