#pragma once
// Views of cloths for output, with the faces that stand.

#include "mesh/cloth_mesh.hpp"

#include <tulle/simulation.hpp>

#include <span>
#include <vector>

namespace tulle {

class ClothViews {
public:
    ClothViews() = default;
    /// Whole cloths. Both arguments outlive it.
    ClothViews(std::span<const ClothDescription> cloths, std::span<const ClothMesh> meshes);

    [[nodiscard]] const std::vector<ClothView>& all() const { return views_; }
    /// `stands` per face of all cloths, one after the other, 0 when it is torn; empty when none is.
    void show(std::span<const unsigned char> stands);

private:
    std::span<const ClothMesh> meshes_;
    std::vector<ClothView> views_;
    std::vector<std::vector<Face>> faces_, uv_faces_;  // of cloths that have torn
};

}  // namespace tulle
