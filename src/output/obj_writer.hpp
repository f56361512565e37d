#pragma once
// Objects of Wavefront OBJ files, for the frames of the format obj and for the meshes of point caches.

#include <tulle/frame_writer.hpp>

#include <string>

namespace tulle {

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
