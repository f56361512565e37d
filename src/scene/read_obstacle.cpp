#include "scene/read_obstacle.hpp"

#include "scene/read_mesh_sequence.hpp"
#include "scene/read_motion.hpp"
#include "scene/read_placed_mesh.hpp"

#include <type_traits>

namespace tulle {

void read_obstacle(SceneReader& in, const std::filesystem::path& directory, ObstacleDescription& obstacle)
{
    visit_fields(in, obstacle);
    in.alternative("shape", obstacle.shape, obstacle_shapes, [&]<class Shape>(Shape& shape) {
        if constexpr (std::is_same_v<Shape, MeshDescription>) {
            in.exactly_one({"mesh", "sequence"});
            const bool is_file = read_placed_mesh(in, directory, MeshUse::obstacle, Need::alternative, shape);
            MeshDescription first;
            if (read_mesh_sequence(in, directory, first, obstacle.sequence) && !is_file) {
                shape.mesh = std::move(first.mesh);
                shape.file = std::move(first.file);
            }
        } else {
            visit_fields(in, shape);
        }
    });
    in.section("motion", Need::optional, [&](SceneReader& below) { read_motion(below, obstacle.motion); });
}

}  // namespace tulle
