#pragma once
// The part of `check` that looks at several values at once. The scene reader calls it after it has seen to the rest.

#include "contact/untangle/untangle.hpp"

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

/// "cloth" or "body"
[[nodiscard]] inline const char* kind_of(const ClothDescription& cloth)
{
    return std::holds_alternative<NetDescription>(cloth.shape) ? "body" : "cloth";
}

[[nodiscard]] bool is_rigid(const ClothDescription& cloth);

/// Where a scene file has cloth `index` of a description: "cloth[2]", or "body[0]".
[[nodiscard]] std::string path_of(const SceneDescription& scene, std::size_t index);

/// Problems between values that are each in range: pins that hold nothing, names used twice, keyframes out of order,
/// meshes that nothing keeps away from a cloth.
/// `doubtful` lists the keys whose values are known to be wrong; what follows from those is not reported again. `start`
/// becomes what untangled_start finds; without particles where the scene does not ask for it.
[[nodiscard]] std::vector<Problem> check_consistency(const SceneDescription& scene,
                                                     const std::vector<std::string>& doubtful, Untangled& start);

/// As the public one.
[[nodiscard]] std::vector<Problem> check(const SceneDescription& scene, Untangled& start);

/// m^2, at rest and in place. The shape must be sound.
[[nodiscard]] double area(const ClothDescription& cloth);

}  // namespace tulle
