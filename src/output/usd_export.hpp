#pragma once
// USD export: a whole run as one scene in text form (.usda), which Houdini, Blender, Maya, Unreal and usdview open.
//
//   /<run>                 Xform, the default prim; metres, Z up, a time code per frame
//   /<run>/cloths/<name>   Mesh: points, normals, velocities and extent at every frame; texture coordinates;
//                          if the cloth tears, also the faces at each frame with fewer faces than before
//   /<run>/obstacles/<..>  Mesh; the square of a plane extends beyond the cloths. A rigidly moving obstacle has a
//                          transform at every frame; a deforming obstacle has points, normals and extent

#include "output/run_frames.hpp"

#include <filesystem>

namespace tulle {

/// Writes the run. Points are particles in their order. Numbers are 32-bit floats, as the schema requires, in the
/// shortest decimals that read back exactly. Frames are read several times, so that memory holds only one frame. The
/// file appears only when it is complete. Throws OutputError when it cannot be written.
void write_usd(const std::filesystem::path& file, RunFrames& run);

}  // namespace tulle
