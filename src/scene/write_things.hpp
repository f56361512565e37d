#pragma once
// Writes the cloths, bodies and obstacles of a scene.

#include "scene/write_parts.hpp"

#include <cstddef>

namespace tulle {

/// Each of them writes the item of this index, with its lists of tables, and the data files that it names.
void write_cloth(TomlText& out, SceneParts& parts, std::size_t index, const ClothDescription& cloth);
void write_body(TomlText& out, SceneParts& parts, std::size_t index, const BodyDescription& body);
void write_obstacle(TomlText& out, SceneParts& parts, std::size_t index, const ObstacleDescription& obstacle);

}  // namespace tulle
