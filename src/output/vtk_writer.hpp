#pragma once
// Frame writer for VTK XML PolyData, for ParaView: frame_0000.vtp, frame_0001.vtp, ... and frames.pvd, which lists
// these files with their times.

#include "output/frame_writer.hpp"

namespace tulle {

[[nodiscard]] std::unique_ptr<FrameWriter> make_vtk_writer(const std::filesystem::path& directory, double fps);

/// A scalar field: one number per particle, for all cloths one after the other.
struct PointField {
    std::string_view name;
    std::span<const double> values;
};

/// Writes one frame to a file, with a field to colour by. Throws OutputError.
void write_vtk_file(const std::filesystem::path& file, const FrameData& frame, const PointField& field);

}  // namespace tulle
