#include "scene/read_pin.hpp"

#include "scene/read_motion.hpp"

namespace tulle {
namespace {

// Names give the first axis, then the second axis of the grid's plane.
constexpr std::array<Named<PinCorner>, 4> corners{
    {{"min-min", {false, false}}, {"max-min", {true, false}}, {"min-max", {false, true}}, {"max-max", {true, true}}}};
constexpr std::array<Named<PinEdge>, 4> edges{
    {{"min-first", {0, false}}, {"max-first", {0, true}}, {"min-second", {1, false}}, {"max-second", {1, true}}}};

}  // namespace

void read_selection(SceneReader& in, PinDescription& pin)
{
    in.exactly_one({"corner", "edge", "box", "indices"});
    PinCorner corner;
    PinEdge edge;
    PinBox box;
    PinIndices particles;
    if (in.choice("corner", corner, corners, Need::alternative)) pin.where = corner;
    if (in.choice("edge", edge, edges, Need::alternative)) pin.where = edge;
    if (in.section("box", Need::alternative, [&](SceneReader& below) { visit_fields(below, box); })) pin.where = box;
    if (in.integer_list("indices", particles.indices, Need::alternative)) pin.where = particles;
}

void read_pin(SceneReader& in, PinDescription& pin)
{
    read_selection(in, pin);
    read_motion(in, pin.motion);
}

}  // namespace tulle
