#pragma once
// Frame writer for Wavefront OBJ: frame_0000.obj, frame_0001.obj, ... with all cloths of a frame as objects.

#include "output/frame_writer.hpp"

#include <string>

namespace tulle {

[[nodiscard]] std::unique_ptr<FrameWriter> make_obj_writer(const std::filesystem::path& directory, double fps);

/// Numbers of vertices and texture coordinates written so far. Indices run through the whole OBJ file, so the next
/// object starts after them.
struct ObjCounts {
    std::size_t vertices = 0;
    std::size_t uvs = 0;
};

/// Appends one cloth as the object `name`; `positions` are only those of this cloth.
void append_obj_object(std::string& text, std::string_view name, std::span<const Vec3> positions,
                       const ClothView& cloth, ObjCounts& counts);

}  // namespace tulle
