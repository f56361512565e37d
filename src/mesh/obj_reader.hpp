#pragma once
// Wavefront OBJ: vertices, texture coordinates and faces; everything else in a file is passed over.

#include <tulle/triangle_mesh.hpp>

#include <string>
#include <string_view>

namespace tulle {

/// `file` is what messages call it. Throws InputError; the result still has to pass `validate`. Obstacles have no use
/// for texture coordinates, so that it does not matter which of their faces have some.
[[nodiscard]] TriangleMesh read_obj(std::string_view text, const std::string& file, MeshUse use = MeshUse::cloth);

}  // namespace tulle
