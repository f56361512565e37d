#pragma once
// Wavefront OBJ: vertices, texture coordinates and faces; everything else in a file is passed over.

#include <tulle/triangle_mesh.hpp>

#include <string>
#include <string_view>

namespace tulle {

/// `file` is what messages call it. Throws InputError; the result still has to pass `validate`.
[[nodiscard]] TriangleMesh read_obj(std::string_view text, const std::string& file);

}  // namespace tulle
