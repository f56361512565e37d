#pragma once
// VTK XML PolyData for ParaView: frame_0000.vtp, frame_0001.vtp, ... and frames.pvd, which lists them with their times.

#include "output/frame_writer.hpp"

namespace tulle {

[[nodiscard]] std::unique_ptr<FrameWriter> make_vtk_writer(const std::filesystem::path& directory, double fps);

}  // namespace tulle
