#pragma once
// Intersecting starts: finds cloths and soft bodies that start through each other or themselves, and untangles them for
// `self_contact.untangle`.

#include "contact/untangle/untangle.hpp"
#include "mesh/cloth_mesh.hpp"

#include <tulle/description.hpp>

#include <string>
#include <vector>

namespace tulle {

/// All cloths and soft bodies of a scene as one surface. Particles are numbered through all of them and through rigid
/// bodies, which have no faces here.
struct StartSurface {
    std::vector<Vec3> positions;  // m
    std::vector<Face> faces;
    std::vector<std::size_t> first_face;  // per cloth

    StartSurface(const SceneDescription& scene, const std::vector<ClothMesh>& meshes);
    /// Names the first few pairs: face 12 of "shirt" with face 3 of "vest" near [0.1, 0, 1.2] m, and so on.
    [[nodiscard]] std::string text_of(const std::vector<FacePair>& pairs, const SceneDescription& scene) const;
};

/// Returns the start without intersections, for a scene with [self_contact]. Pinned particles stay where they are.
[[nodiscard]] Untangled untangled_start(const SceneDescription& scene, const std::vector<ClothMesh>& meshes);

}  // namespace tulle
