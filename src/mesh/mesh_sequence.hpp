#pragma once
// Animated mesh: vertices of a mesh sequence at a given time, linearly interpolated between its frames.

#include <tulle/description.hpp>

#include <span>

namespace tulle {

/// Writes the vertices [m] at `time` [s] into `positions`, in the coordinates of the frames. Vertices move in straight
/// lines from frame to frame.
void vertices_at(const MeshSequence& sequence, double time, std::span<Vec3> positions);

}  // namespace tulle
