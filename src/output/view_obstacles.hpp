#pragma once
// The obstacles in the data of a page (view_page.hpp): still, as a mesh and its poses, or as points frame by frame.

#include "output/view_body.hpp"

#include <tulle/description.hpp>

#include <nlohmann/json.hpp>

#include <span>

namespace tulle {

/// What they add to a frame, unpacked. Those that have more than `most_faces` in all are left out.
[[nodiscard]] std::size_t obstacle_frame_bytes(std::span<const ObstacleDescription> obstacles, std::size_t most_faces);

/// Adds to `body` what is to be seen at `times` [s], and to the header's `list` where it moves; what is left out is
/// marked there as such. `cloths` are the bounds of the cloths.
void add_obstacles(ViewBody& body, nlohmann::ordered_json& list, std::span<const ObstacleDescription> obstacles,
                   std::span<const double> times, const ViewBounds& cloths, std::size_t most_faces);

}  // namespace tulle
