#pragma once
// List of every key that a scene file may have. The functions that read scenes produce it.

#include "scene/scene_reader.hpp"

#include <vector>

namespace tulle {

/// Returns the keys in the order of reading, each key once.
[[nodiscard]] std::vector<SceneKey> scene_keys();

}  // namespace tulle
