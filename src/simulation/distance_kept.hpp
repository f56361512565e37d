#pragma once
// How far the particles of a cloth stay from an obstacle, as a scene says it.

#include <tulle/description.hpp>

namespace tulle {

/// m; a pair, where there is one, says it instead of the two.
[[nodiscard]] inline double distance_kept(const SceneDescription& scene, const ClothDescription& cloth,
                                          const ObstacleDescription& obstacle)
{
    double kept = cloth.thickness + obstacle.thickness;
    for (const PairDescription& pair : scene.pairs)
        if (pair.cloth == cloth.name && pair.obstacle == obstacle.name) kept = pair.thickness.value_or(kept);
    return kept;
}

}  // namespace tulle
