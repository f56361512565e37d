#include "scene/read_pin.hpp"

#include "scene/grid_parts.hpp"
#include "scene/read_motion.hpp"

namespace tulle {

void read_selection(SceneReader& in, PinDescription& pin)
{
    in.exactly_one({"corner", "edge", "box", "indices"});
    PinCorner corner;
    PinEdge edge;
    PinBox box;
    PinIndices particles;
    if (in.choice("corner", corner, grid_corners, Need::alternative)) pin.where = corner;
    if (in.choice("edge", edge, grid_edges, Need::alternative)) pin.where = edge;
    if (in.section("box", Need::alternative, [&](SceneReader& below) { visit_fields(below, box); })) pin.where = box;
    if (in.integer_list("indices", particles.indices, Need::alternative)) pin.where = particles;
}

void read_pin(SceneReader& in, PinDescription& pin)
{
    read_selection(in, pin);
    read_motion(in, pin.motion);
}

}  // namespace tulle
