#pragma once
// Settings that the chosen method has no use for. In a scene of its own such a key is a mistake, as one that nobody
// knows is. But a method that was chosen by an override, to see another at work, leaves keys of the file behind: they
// are taken out, and the user is told.

#include "scene/scene_document.hpp"

namespace tulle {

/// Whether a method has use for a key such as integrator.newton; for the tolerances of adaptive steps, whether it can
/// take such steps. Keys of other tables are of use to all.
[[nodiscard]] bool is_of_use(std::string_view key, std::string_view method);

struct UnusedKeys {
    std::vector<Problem> problems;
    std::vector<Problem> warnings;
};

/// Looks before the scene is read; what it warns of is gone from the document.
[[nodiscard]] UnusedKeys find_unused_keys(SceneDocument& document);

}  // namespace tulle
