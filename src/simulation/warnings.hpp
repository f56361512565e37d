#pragma once
// Warnings about scenes that are valid but almost surely contain a mistake.

#include "contact/untangle/untangle.hpp"

#include <tulle/description.hpp>
#include <tulle/error.hpp>

#include <vector>

namespace tulle {

/// Returns warnings about a description in which `check` has found no problem: cloth that starts inside an obstacle,
/// sizes that look like another unit, and other values that are allowed but almost surely a mistake. They also say how
/// far intersecting cloth was moved apart; `start` is the result of `check`. Keys are those of the scene file.
[[nodiscard]] std::vector<Problem> warnings(const SceneDescription& scene, const Untangled& start = {});

}  // namespace tulle
