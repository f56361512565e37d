#include "scene/read_placed_mesh.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>

namespace tulle {
namespace {

void read_mesh_file(SceneReader& in, const std::filesystem::path& file, MeshUse use, MeshDescription& mesh)
{
    mesh.file = file.string();
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {
        in.complain("mesh", fmt::format("expected a mesh file, found none at {}", mesh.file));
        return;
    }
    try {
        mesh.mesh = read_mesh(file, use);
    } catch (const InputError& malformed) {
        for (const Problem& problem : malformed.problems()) in.complain("mesh", problem);
    }
}

}  // namespace

void read_placement(SceneReader& in, Placement& placement)
{
    visit_fields(in, placement);
    in.section("rotation", Need::optional, [&](SceneReader& below) { visit_rotation_fields(below, placement); });
}

bool read_placed_mesh(SceneReader& in, const std::filesystem::path& directory, MeshUse use, Need need,
                      MeshDescription& mesh)
{
    std::string file;
    const bool is_named = in.text("mesh", file, "the name of a mesh file (.obj, .ply)", need);
    read_placement(in, mesh.placement);
    if (is_named) read_mesh_file(in, directory / file, use, mesh);
    return is_named;
}

}  // namespace tulle
