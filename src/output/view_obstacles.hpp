#pragma once
// Obstacles in the data of a view page (view_page.hpp): a fixed mesh, a mesh with poses, or points frame by frame.

#include "output/view_body.hpp"

#include <tulle/description.hpp>

#include <nlohmann/json.hpp>

#include <span>

namespace tulle {

/// Returns the bytes that obstacles add to a frame, unpacked. Obstacles beyond `most_faces` faces in all are left out.
[[nodiscard]] std::size_t obstacle_frame_bytes(std::span<const ObstacleDescription> obstacles, std::size_t most_faces);

/// Adds the meshes of the obstacles, and their motion at `times` [s], to `body`. Adds the bounds of moving obstacles to
/// the header's `list`, and the reason for each obstacle that is left out. `cloths` are the bounds of the cloths.
void add_obstacles(ViewBody& body, nlohmann::ordered_json& list, std::span<const ObstacleDescription> obstacles,
                   std::span<const double> times, const ViewBounds& cloths, std::size_t most_faces);

}  // namespace tulle
