#pragma once
// Frame writer for point caches, version 2 (.pc2): per cloth a growing file name.pc2 with the positions of all frames,
// and name.obj, the mesh of frame 0 that the cache moves. Blender reads the cache with the Mesh Cache modifier, 3ds Max
// with Point Cache.
//
// Layout, little endian: "POINTCACHE2\0", int32 version = 1, int32 points, float32 start frame = 0, float32 frames per
// sample = 1, int32 samples; then for each sample float32 x y z of every point.

#include "output/frame_writer.hpp"

namespace tulle {

[[nodiscard]] std::unique_ptr<FrameWriter> make_pc2_writer(const std::filesystem::path& directory, double fps);

}  // namespace tulle
