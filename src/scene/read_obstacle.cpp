#include "scene/read_obstacle.hpp"

#include "scene/read_placed_mesh.hpp"

#include <type_traits>

namespace tulle {

void read_obstacle(SceneReader& in, const std::filesystem::path& directory, ObstacleDescription& obstacle)
{
    visit_fields(in, obstacle);
    in.alternative("shape", obstacle.shape, obstacle_shapes, [&]<class Shape>(Shape& shape) {
        if constexpr (std::is_same_v<Shape, MeshDescription>)
            read_placed_mesh(in, directory, MeshUse::obstacle, Need::required, shape);
        else
            visit_fields(in, shape);
    });
}

}  // namespace tulle
