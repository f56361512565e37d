#pragma once
// Validation of a scene: the part of `check` that compares several values. The scene reader calls this part after it
// has checked single values.

#include "contact/untangle/untangle.hpp"
#include "mesh/cloth_or_body.hpp"

#include <tulle/description.hpp>
#include <tulle/error.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tulle {

/// "cloth[0]" of "cloth" and 0.
[[nodiscard]] inline std::string item(const std::string& list, std::size_t index)
{
    return list + '[' + std::to_string(index) + ']';
}

/// Returns the key of a cloth or a body in the scene file, by its index in the common order: "cloth[2]", or "body[0]".
[[nodiscard]] std::string path_of(const SceneDescription& scene, std::size_t index);

/// Returns problems between values that are each in range: pins that hold nothing, names used twice, keyframes out of
/// order, meshes without a contact distance to a cloth.
/// `doubtful` lists the keys whose values are known to be wrong. Problems that follow from these values are not
/// reported again. `start` becomes the result of untangled_start, without particles if the scene does not ask for it.
[[nodiscard]] std::vector<Problem> check_consistency(const SceneDescription& scene,
                                                     const std::vector<std::string>& doubtful, Untangled& start);

/// As the public `check`; also returns the untangled start.
[[nodiscard]] std::vector<Problem> check(const SceneDescription& scene, Untangled& start);

/// Returns the area [m^2] of a cloth at rest, with its scale. The shape must be sound.
[[nodiscard]] double area(const ClothDescription& cloth);

}  // namespace tulle
