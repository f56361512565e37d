#pragma once
// Writes the parts that several tables of a scene have: meshes with their placement, selections of particles, motions.

#include "scene/write_fields.hpp"

#include <string>
#include <variant>

namespace tulle {

/// Returns a mesh as Wavefront OBJ, which `read_mesh` reads as the same bits.
[[nodiscard]] std::string obj_text(const TriangleMesh& mesh);

/// Writes scale, rotation and translation.
void write_placement(TomlTable& out, SceneParts& parts, const std::string& path, const Placement& placement);

/// Writes corner, edge, box or indices.
void write_selection(TomlTable& out, SceneParts& parts, const std::string& path,
                     const std::variant<PinCorner, PinEdge, PinBox, PinIndices>& where);

/// Writes keyframes, axis, pivot and interpolation.
void write_motion(TomlTable& out, SceneParts& parts, const std::string& path, const RigidMotion& motion);

/// Writes each pin as an item of the list `list`, "cloth.pin" or "body.pin". `path` is the path of the cloth or body.
void write_pins(TomlText& out, SceneParts& parts, const std::string& path, std::string_view list,
                const std::vector<PinDescription>& pins);

}  // namespace tulle
