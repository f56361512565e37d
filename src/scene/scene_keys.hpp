#pragma once
// Every key a scene file may have, asked from the functions that read it.

#include "scene/scene_reader.hpp"

#include <vector>

namespace tulle {

/// In the order of reading, each once.
[[nodiscard]] std::vector<SceneKey> scene_keys();

}  // namespace tulle
