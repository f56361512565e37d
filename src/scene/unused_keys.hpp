#pragma once
// Finds settings that the chosen method does not use. If the scene file itself chooses the method, such a key is a
// problem, like an unknown key. If an override chooses the method, unused keys of the file are removed, with a warning.

#include "scene/scene_document.hpp"

namespace tulle {

/// Tells whether a method uses a key such as integrator.newton. For the tolerances of adaptive steps: whether the
/// method can take such steps. Keys that depend on no method are always used.
[[nodiscard]] bool is_of_use(std::string_view key, std::string_view method);

struct UnusedKeys {
    std::vector<Problem> problems;
    std::vector<Problem> warnings;
};

/// Finds unused keys. Call this before the scene is read. Keys that cause a warning are removed from the document.
[[nodiscard]] UnusedKeys find_unused_keys(SceneDocument& document);

}  // namespace tulle
