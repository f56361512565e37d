#pragma once
// Every key a scene file may have, asked from the functions that read it.

#include "scene/scene_reader.hpp"

#include <vector>

namespace tulle {

/// In the order of reading, each once.
[[nodiscard]] std::vector<SceneKey> scene_keys();

/// What output.formats may name. The writers live beside the scene, not below it, so the names stand here as well.
[[nodiscard]] const std::vector<std::string_view>& scene_formats();

}  // namespace tulle
