#pragma once
// Binary little-endian PLY: frame_0000.ply, frame_0001.ply, ... Positions x y z [m], velocities vx vy vz [m/s], texture
// coordinates s t where every particle has one; per face the index of its cloth.

#include "output/frame_writer.hpp"

namespace tulle {

[[nodiscard]] std::unique_ptr<FrameWriter> make_ply_writer(const std::filesystem::path& directory, double fps);

}  // namespace tulle
