#pragma once
// A single frame as a file of VTK XML PolyData, for ParaView.

#include <tulle/frame_writer.hpp>

namespace tulle {

/// A scalar field: one number per particle, for all cloths one after the other.
struct PointField {
    std::string_view name;
    std::span<const double> values;
};

/// Writes one frame to a file, with a field to colour by. Throws OutputError.
void write_vtk_file(const std::filesystem::path& file, const FrameData& frame, const PointField& field);

}  // namespace tulle
