#pragma once
// Frame writer for binary little-endian PLY: frame_0000.ply, frame_0001.ply, ... Vertices have positions x y z [m],
// velocities vx vy vz [m/s] and, if every particle has one, texture coordinates s t. Faces have their cloth's index.

#include "output/frame_writer.hpp"

namespace tulle {

[[nodiscard]] std::unique_ptr<FrameWriter> make_ply_writer(const std::filesystem::path& directory, double fps);

}  // namespace tulle
