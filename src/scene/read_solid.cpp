#include "scene/read_solid.hpp"

#include "materials/cubic_tension.hpp"
#include "scene/read_rigid.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <system_error>

namespace tulle {
namespace {

/// Reads a file with tetrahedra, or with a surface that is filled by cubes of edge `spacing` [m]. The coordinates are
/// multiplied by `scale`.
TetrahedronMesh read_scaled(const std::filesystem::path& file, double scale, std::optional<double> spacing)
{
    if (!spacing) {
        TetrahedronMesh mesh = read_tetrahedra(file);
        for (Vec3& x : mesh.positions) x *= scale;
        return mesh;
    }
    TriangleMesh surface = read_mesh(file, MeshUse::obstacle);
    for (Vec3& x : surface.positions) x *= scale;
    return fill(surface, *spacing, file.string());
}

/// Rejects the keys of materials and shapes that the body does not have.
void refuse_keys_of_others(SceneReader& in, const SolidSettings& settings)
{
    if (in.is_catalogue()) return;
    if (settings.material == SolidMaterial::springs) {
        in.refuse("elastic", "the body is of springs; material = \"elastic\" has this key");
    } else {
        for (const char* key : {"stiffness", "diagonal_stiffness", "damping", "law", "cubic"})
            in.refuse(key, "the body is of tetrahedra, which elastic describes; material = \"springs\" has this key");
    }
    if (in.has("lattice"))
        in.refuse("spacing", "the size and the particles of a lattice say it; only a surface is filled");
    if (in.has("mesh")) in.refuse("diagonal_stiffness", "only a lattice has diagonals; a mesh has edges");
    if (settings.springs.law != TensionLaw::cubic)
        in.refuse("cubic", "these springs have another law: law = \"cubic\" gives them this one");
}

template <class Shape>
void make_solid(SceneReader& in, const Shape& shape, const SolidSettings& settings, double mass, BodyDescription& body,
                auto... file)
{
    SpringSolidSettings springs = settings.springs;
    if (in.has("mass") && volume(shape) > 0) springs.density = mass / volume(shape);
    if (settings.material == SolidMaterial::springs)
        body.kind = make_spring_solid(shape, springs, file...);
    else
        body.kind = make_elastic_solid(shape, {.density = springs.density, .elastic = settings.elastic}, file...);
}

void read_mesh_solid(SceneReader& in, const std::filesystem::path& file, std::optional<double> spacing,
                     const SolidSettings& settings, double mass, BodyDescription& body)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {
        in.complain("mesh", fmt::format("expected a mesh file, found none at {}", file.string()));
        return;
    }
    try {
        make_solid(in, read_scaled(file, body.placement.scale, spacing), settings, mass, body, file.string());
    } catch (const InputError& malformed) {  // with positions in the mesh's file
        for (const Problem& problem : malformed.problems()) in.complain("mesh", problem);
    }
}

}  // namespace

void read_solid(SceneReader& in, const std::filesystem::path& directory, BodyDescription& body)
{
    const bool is_solid = in.has("lattice") || in.has("mesh");
    SolidSettings settings;
    LatticeDescription lattice;
    std::string file;
    double mass = 1;
    const bool has_lattice =
        in.section("lattice", Need::alternative, [&](SceneReader& below) { visit_fields(below, lattice); });
    const bool has_mesh =
        in.text("mesh", file, "the name of a file with tetrahedra (.msh) or a surface (.obj, .ply)", Need::alternative);
    std::optional<double> spacing;
    in.optional_number("spacing", spacing, "m", greater_than(0.0));
    visit_fields(in, settings);
    in.section("cubic", Need::optional, [&](SceneReader& below) { visit_fields(below, settings.springs.cubic); });
    in.section("elastic", Need::optional, [&](SceneReader& below) { visit_fields(below, settings.elastic); });
    in.number("mass", mass, "kg", greater_than(0.0), Need::alternative);
    read_rigid(in, directory, in.has("mass") ? std::optional(mass) : std::nullopt, settings.springs.density, body);
    if (is_solid || in.has("rigid") || in.is_catalogue()) in.exactly_one({"density", "mass"});
    if (!is_solid && !in.is_catalogue()) {
        constexpr std::array keys{"spacing", "material", "stiffness", "diagonal_stiffness",
                                  "damping", "law",      "cubic",     "elastic"};
        if (in.has("net"))
            for (const char* key : {"density", "mass"})
                in.refuse(key, "the file of the net says it; only a lattice, a mesh or a rigid body has this key");
        for (const char* key : keys)
            if (in.has("net")) {
                in.refuse(key, "the file of the net says it; only a lattice or a mesh has this key");
            } else if (in.has("rigid")) {
                in.refuse(key, "a rigid body keeps its shape; only a lattice or a mesh has this key");
            }
        return;
    }
    if (settings.springs.law == TensionLaw::cubic && in.has("cubic"))
        if (const std::string problem = cubic_problem(settings.springs.cubic); !problem.empty())
            in.complain("cubic", problem);
    refuse_keys_of_others(in, settings);
    constexpr double most_particles = 1e7;
    const double particles = 1.0 * lattice.particles[0] * lattice.particles[1] * lattice.particles[2];
    if (has_lattice && particles > most_particles) {
        in.complain("lattice.particles",
                    fmt::format("expected at most {:g} in all, found {:g}", most_particles, particles));
        return;
    }
    if (has_lattice && !in.is_catalogue()) {
        for (Vec3* length : {&lattice.size, &lattice.center}) *length *= body.placement.scale;
        make_solid(in, lattice, settings, mass, body);
    }
    if (has_mesh && !has_lattice) {
        const std::filesystem::path path = directory / file;
        const bool is_surface = path.extension() != ".msh" && path.extension() != ".MSH";
        if (is_surface && !in.has("spacing"))
            in.complain("mesh", "a surface is filled with cubes: give their edge, spacing, in m");
        if (!is_surface) in.refuse("spacing", "the file has tetrahedra; only a surface is filled");
        if (is_surface == spacing.has_value()) read_mesh_solid(in, path, spacing, settings, mass, body);
    }
    body.placement.scale = 1;
}

}  // namespace tulle
