#pragma once
// Cloth that starts where it may not be: inside an obstacle, or nearer to one than it keeps. Solids push it out through
// their nearest side, meshes keep it where it is; neither is what anybody wants.

#include "mesh/cloth_mesh.hpp"

#include <tulle/description.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tulle {

/// Of one cloth with one obstacle; particles that are pinned do not count, as they are where they were told to be.
struct StartOverlap {
    std::size_t cloth = 0, obstacle = 0;  // indices in the scene
    int particles = 0;                    // of the cloth
    int inside = 0;                       // of those, in a solid or a closed mesh
    int too_near = 0;                     // outside, but by less than is kept
    double deepest = 0;                   // m, of those inside
    double nearest = 0;                   // m, of those too near
    double contact_distance = 0;          // m
};

/// `cloths` are the meshes of the scene's cloths. A closed mesh whose faces look inward is a room: cloth may be in it.
[[nodiscard]] std::vector<StartOverlap> find_start_overlaps(const SceneDescription& scene,
                                                            std::span<const ClothMesh> cloths);

/// 120 of the 2704 particles of cloth "silk" start inside obstacle "star", up to 0.11 m deep
[[nodiscard]] std::string text_of(const StartOverlap& overlap, const SceneDescription& scene);

/// A number in three digits: "0.11", "1200".
[[nodiscard]] std::string about(double value);

}  // namespace tulle
