#pragma once
// How far the particles of a cloth stay from an obstacle, as a scene says it.

#include <tulle/description.hpp>

namespace tulle {

/// m; a pair, where there is one, says it instead of the two.
[[nodiscard]] inline double contact_distance(const SceneDescription& scene, const ClothDescription& cloth,
                                             const ObstacleDescription& obstacle)
{
    double contact_distance = cloth.thickness + obstacle.thickness;
    for (const ContactPairDescription& pair : scene.contact_pairs)
        if (pair.cloth == cloth.name && pair.obstacle == obstacle.name)
            contact_distance = pair.thickness.value_or(contact_distance);
    return contact_distance;
}

}  // namespace tulle
