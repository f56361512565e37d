#pragma once
// Overlaps at the start: cloth that starts inside an obstacle, or nearer to the obstacle than the contact distance.
// Smooth shapes push such cloth out through their nearest side, and meshes keep such cloth inside. A scene with an
// overlap is probably a mistake, so the user is warned.

#include "mesh/cloth_mesh.hpp"

#include <tulle/description.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tulle {

/// Overlap of one cloth with one obstacle. Pinned particles do not count, because they are where the scene puts them.
struct StartOverlap {
    std::size_t cloth = 0, obstacle = 0;  // indices in the scene
    int particles = 0;                    // number of particles of the cloth
    int inside = 0;                       // number of particles in a solid or a closed mesh
    int too_near = 0;                     // number of particles outside, but nearer than the contact distance
    double deepest = 0;                   // m, largest depth of the particles inside
    double nearest = 0;                   // m, smallest distance of the particles too near
    double contact_distance = 0;          // m
};

/// Returns all overlaps of a scene. `cloths` are the meshes of the scene's cloths. A closed mesh whose faces look
/// inward is a room, and cloth may be inside the room.
[[nodiscard]] std::vector<StartOverlap> find_start_overlaps(const SceneDescription& scene,
                                                            std::span<const ClothMesh> cloths);

/// Describes an overlap: 120 of the 2704 particles of cloth "silk" start inside obstacle "star", up to 0.11 m deep
[[nodiscard]] std::string text_of(const StartOverlap& overlap, const SceneDescription& scene);

/// Returns a number in three digits: "0.11", "1200".
[[nodiscard]] std::string about(double value);

}  // namespace tulle
