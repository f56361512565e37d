#include "scene/read_cloth.hpp"

#include "scene/read_motion.hpp"
#include "scene/read_placed_mesh.hpp"
#include "simulation/check.hpp"

#include <fmt/format.h>

namespace tulle {
namespace {

// First axis, then second axis of the grid's plane.
constexpr std::array<Named<PinCorner>, 4> corners{
    {{"min-min", {false, false}}, {"max-min", {true, false}}, {"min-max", {false, true}}, {"max-max", {true, true}}}};
constexpr std::array<Named<PinEdge>, 4> edges{
    {{"min-first", {0, false}}, {"max-first", {0, true}}, {"min-second", {1, false}}, {"max-second", {1, true}}}};

void read_pin(SceneReader& in, PinDescription& pin)
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

    read_motion(in, pin.motion);
}

void read_shape(SceneReader& in, const std::filesystem::path& directory, ClothDescription& cloth)
{
    in.exactly_one({"grid", "mesh"});
    GridDescription grid;
    if (in.section("grid", Need::alternative, [&](SceneReader& below) { visit_fields(below, grid); }))
        cloth.shape = grid;

    MeshDescription mesh;
    if (read_placed_mesh(in, directory, MeshUse::cloth, Need::alternative, mesh)) {
        if (!in.has("grid")) cloth.shape = std::move(mesh);
    } else if (in.has("grid") && !in.has("mesh")) {
        for (const char* key : {"scale", "rotation", "translation"})
            in.refuse(key, "only a mesh is placed by this key; a grid has center and plane");
    }
}

}  // namespace

void read_cloth(SceneReader& in, const std::filesystem::path& directory, ClothDescription& cloth)
{
    visit_fields(in, cloth);
    for (const std::string kind : {"stretch", "shear", "bending"})
        if (in.has(kind + "_curve"))
            in.refuse(kind + "_stiffness", fmt::format("{0}_curve says it all: give one of the two", kind));
    read_shape(in, directory, cloth);

    double mass = 1.0;
    const bool has_mass = in.number("mass", mass, "kg", greater_than(0.0), Need::alternative);
    in.exactly_one({"areal_density", "mass"});
    if (has_mass && area(cloth) > 0.0) cloth.areal_density = mass / area(cloth);

    std::string model = "springs";
    in.word("model", model, {"springs"});
    in.refuse("fabric",
              "measured fabrics are not known to this version; write model = \"springs\" with areal_density, "
              "stretch_stiffness, shear_stiffness and bending_stiffness");

    in.each("pin", cloth.pins, read_pin);
}

}  // namespace tulle
