#pragma once
// Reader for PLY meshes (Stanford polygon files): text, and binary with either byte order.

#include <tulle/triangle_mesh.hpp>

#include <string>
#include <string_view>

namespace tulle {

/// Reads x, y, z of element vertex, its texture coordinates (u v, s t or texture_u texture_v) and the corner lists of
/// element face; skips everything else, and the texture coordinates of obstacles. Messages name the mesh `file`. Throws
/// InputError. The result still has to pass `validate`.
[[nodiscard]] TriangleMesh read_ply(std::string_view bytes, const std::string& file, MeshUse use = MeshUse::cloth);

}  // namespace tulle
