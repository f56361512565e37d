#pragma once
// Objects of Wavefront OBJ files, for the frames of the format obj and for the meshes of point caches.

#include <tulle/frame_writer.hpp>

#include <string>

namespace tulle {

/// Numbers of vertices and texture coordinates written so far. An OBJ file has one numbering for all of its objects:
/// the indices of the next object start after these numbers.
struct ObjCounts {
    std::size_t vertices = 0;
    std::size_t uvs = 0;
};

/// Appends one cloth as the object `name`; `positions` are only those of this cloth.
void append_obj_object(std::string& text, std::string_view name, std::span<const Vec3> positions,
                       const ClothView& cloth, ObjCounts& counts);

}  // namespace tulle
