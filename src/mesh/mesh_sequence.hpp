#pragma once
// The vertices of a mesh that changes its shape, at a time.

#include <tulle/description.hpp>

#include <span>

namespace tulle {

/// `positions` [m] gets the vertices, as the frames have them: in straight lines from frame to frame.
void vertices_at(const MeshSequence& sequence, double time, std::span<Vec3> positions);

}  // namespace tulle
