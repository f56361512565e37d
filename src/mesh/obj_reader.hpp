#pragma once
// Reader for Wavefront OBJ meshes: vertices, texture coordinates and faces. All other statements are skipped.

#include <tulle/triangle_mesh.hpp>

#include <string>
#include <string_view>

namespace tulle {

/// Reads a mesh; messages name it `file`. Throws InputError. The result still has to pass `validate`. Texture
/// coordinates of obstacles are ignored, so any of their faces may have them.
[[nodiscard]] TriangleMesh read_obj(std::string_view text, const std::string& file, MeshUse use = MeshUse::cloth);

}  // namespace tulle
