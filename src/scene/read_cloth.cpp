#include "scene/read_cloth.hpp"

#include "scene/find_fabric.hpp"
#include "scene/read_fabric.hpp"
#include "scene/read_pin.hpp"
#include "scene/read_placed_mesh.hpp"
#include "simulation/check.hpp"

#include <fmt/format.h>

namespace tulle {
namespace {

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

/// Rejects the keys of springs, because the fabric determines these properties.
void refuse_springs(SceneReader& in)
{
    for (const std::string kind : {"stretch", "shear", "bending"})
        for (const char* what : {"_stiffness", "_damping", "_law", "_curve"})
            in.refuse(kind + what, "the fabric says how it resists; springs have this key");
    for (const char* key : {"law", "cubic", "membrane"})
        in.refuse(key, "the fabric says how it resists; springs have this key");
    in.refuse("bending_rigidity", "the fabric says how it resists; other models have this key");
    in.refuse("damping_kind", "the fabric says how it resists; springs have this key");
}

void refuse_keys_of_other_model(SceneReader& in, SpringModel model)
{
    if (model != SpringModel::membrane)
        in.refuse("membrane", "this cloth has springs; model = \"membrane\" has this key");
    if (model == SpringModel::springs) {
        in.refuse("bending_rigidity", "springs have bending_stiffness; other models have this key");
        return;
    }
    const char* name = model == SpringModel::choi_ko ? "choi-ko" : "membrane";
    in.refuse("bending_stiffness", fmt::format("model = \"{}\" has bending_rigidity (N m) instead", name));
    for (const char* key :
         {"stretch_curve", "shear_curve", "bending_curve", "law", "stretch_law", "shear_law", "bending_law", "cubic"})
        in.refuse(key, fmt::format("model = \"{}\" has laws of its own; leave one of the two out", name));
    if (model == SpringModel::choi_ko) return;
    for (const char* key : {"stretch_stiffness", "shear_stiffness"})
        in.refuse(key, "model = \"membrane\" has a modulus in its table membrane instead");
    for (const char* key : {"stretch_damping", "shear_damping", "bending_damping", "damping_kind"})
        in.refuse(key, "model = \"membrane\" has damping_time (s) instead");
}

/// Reads the laws of springs that visit_fields does not read.
void read_laws(SceneReader& in, SpringSettings& springs)
{
    in.section("cubic", Need::optional, [&](SceneReader& below) { visit_fields(below, springs.cubic); });
    in.section("membrane", Need::optional, [&](SceneReader& below) { visit_fields(below, springs.membrane); });
    for (const std::string kind : {"stretch", "shear", "bending"}) {
        if (!in.has(kind + "_curve")) continue;
        in.refuse(kind + "_stiffness", fmt::format("{0}_curve says it all: give one of the two", kind));
        in.refuse(kind + "_law", fmt::format("{0}_curve is its law: give one of the two", kind));
    }
    const bool is_cubic = springs.law == TensionLaw::cubic || springs.stretch_law == TensionLaw::cubic ||
                          springs.shear_law == TensionLaw::cubic || springs.bending_law == TensionLaw::cubic;
    if (!is_cubic && !in.is_catalogue())
        in.refuse("cubic", "no spring of the cloth has this law: law = \"cubic\" gives it to all of them");
}

/// Reads the cloth's fabric and its areal density. The scene may override the density later.
void read_fabric_of(SceneReader& in, const std::filesystem::path& directory, ClothDescription& cloth)
{
    std::string name;
    if (!in.text("fabric", name, "the name of a fabric (tulle list fabrics) or of its file")) {
        if (in.has("fabric") || in.is_catalogue()) return;
        if (cloth.springs.model == SpringModel::membrane) return;
        for (const char* key : {"warp", "damping_time"})
            in.refuse(key, "only a measured fabric and model = \"membrane\" have this key");
        return;
    }
    refuse_springs(in);
    std::filesystem::path file;
    try {
        file = find_fabric(name, directory);
    } catch (const InputError& error) {  // with the position in the scene
        for (const Problem& problem : error.problems()) in.complain("fabric", problem.message);
        return;
    }
    try {
        cloth.fabric = read_fabric(file);
        cloth.areal_density = cloth.fabric->areal_density;
    } catch (const InputError& error) {  // with positions in the fabric's file
        for (Problem problem : error.problems()) {
            if (!problem.key.empty()) problem.message = problem.key + ": " + problem.message;
            in.complain("fabric", problem);
        }
    }
}

}  // namespace

void read_cloth(SceneReader& in, const std::filesystem::path& directory, ClothDescription& cloth)
{
    visit_fields(in, cloth);
    const double density = cloth.areal_density;
    read_fabric_of(in, directory, cloth);
    read_laws(in, cloth.springs);
    read_shape(in, directory, cloth);

    double mass = 1.0;
    const bool has_mass = in.number("mass", mass, "kg", greater_than(0.0), Need::alternative);
    if (!in.has("fabric") || (in.has("areal_density") && has_mass)) in.exactly_one({"areal_density", "mass"});
    if (in.has("areal_density")) cloth.areal_density = density;
    if (has_mass && area(cloth) > 0.0) cloth.areal_density = mass / area(cloth);

    if (in.has("fabric")) in.refuse("model", "the fabric says what it is; give one of the two");
    if (!in.has("fabric")) refuse_keys_of_other_model(in, cloth.springs.model);

    in.each("pin", cloth.pins, read_pin);
    in.each("crease", cloth.creases,
            [](SceneReader& below, CreaseDescription& crease) { visit_fields(below, crease); });
}

}  // namespace tulle
