#pragma once
// What a scene may say but hardly means.

#include "contact/untangle/untangle.hpp"

#include <tulle/description.hpp>
#include <tulle/error.hpp>

#include <vector>

namespace tulle {

/// What is allowed and almost surely a mistake, of a description that `check` finds nothing wrong with: cloth that
/// starts inside an obstacle, and sizes that look like another unit; and what was done to cloth that starts through
/// cloth, of which `start` is what `check` found. Keys are those of the scene file.
[[nodiscard]] std::vector<Problem> warnings(const SceneDescription& scene, const Untangled& start = {});

}  // namespace tulle
