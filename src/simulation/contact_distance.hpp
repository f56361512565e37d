#pragma once
// Contact distance of a cloth or a body and an obstacle, from the thicknesses in a scene.

#include "mesh/cloth_or_body.hpp"

#include <tulle/description.hpp>

namespace tulle {

/// Returns the contact distance [m]: the sum of both thicknesses, or the thickness of their [[contact_pair]].
[[nodiscard]] inline double contact_distance(const SceneDescription& scene, const ClothOrBody& cloth,
                                             const ObstacleDescription& obstacle)
{
    double contact_distance = cloth.thickness + obstacle.thickness;
    for (const ContactPairDescription& pair : scene.contact_pairs)
        if (pair.cloth == cloth.name && pair.obstacle == obstacle.name)
            contact_distance = pair.thickness.value_or(contact_distance);
    return contact_distance;
}

}  // namespace tulle
