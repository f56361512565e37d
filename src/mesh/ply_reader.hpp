#pragma once
// PLY (Stanford polygon files): text and both binary byte orders.

#include <tulle/triangle_mesh.hpp>

#include <string>
#include <string_view>

namespace tulle {

/// Takes x, y, z of element vertex, its texture coordinates (u v, s t or texture_u texture_v) and the corner lists of
/// element face; passes over all else. `file` is what messages call it. Throws InputError; the result still has to
/// pass `validate`. Texture coordinates of obstacles are passed over, too.
[[nodiscard]] TriangleMesh read_ply(std::string_view bytes, const std::string& file, MeshUse use = MeshUse::cloth);

}  // namespace tulle
