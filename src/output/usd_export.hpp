#pragma once
// A whole run as one USD scene in text form (.usda), which Houdini, Blender, Maya, Unreal and usdview open.
//
//   /<run>                 Xform, the default prim; metres, Z up, a time code per frame
//   /<run>/cloths/<name>   Mesh: points, normals, velocities and extent at every frame; texture coordinates;
//                          of a cloth that tears the faces too, wherever they become fewer
//   /<run>/obstacles/<..>  Mesh; the square of a plane reaches beyond the cloths. One that moves as a whole has a
//                          transform at every frame, one that changes its shape points, normals and extent

#include "output/run_frames.hpp"

#include <filesystem>

namespace tulle {

/// Points are particles in their order. Numbers are 32-bit floats, as the schema wants, in the shortest decimals that
/// read back to them. Frames are read several times and never held together; the file appears when it is whole.
/// Throws OutputError when it cannot be written.
void write_usd(const std::filesystem::path& file, RunFrames& run);

}  // namespace tulle
