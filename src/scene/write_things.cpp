#include "scene/write_things.hpp"

#include "scene/key_path.hpp"
#include "scene/write_fabric.hpp"
#include "scene/write_net.hpp"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

namespace tulle {
namespace {

void write_shape(TomlTable& out, SceneParts& parts, const std::string& path, const std::string&,
                 const GridDescription& grid)
{
    write_table(out, parts, path, "grid", grid);
}

void write_shape(TomlTable& out, SceneParts& parts, const std::string& path, const std::string& file,
                 const MeshDescription& mesh)
{
    out.set("mesh", quoted_text(parts.add_file(file + ".obj", path + ".mesh", obj_text(mesh.mesh))));
    write_placement(out, parts, path, mesh.placement);
}

void write_kind(TomlTable& out, SceneParts& parts, const std::string& path, const std::string& file,
                const RigidBodyDescription& rigid)
{
    TomlTable shape;
    shape.set("shape", quoted_text(rigid_shapes[rigid.shape.index()]));
    if (const auto* mesh = std::get_if<MeshDescription>(&rigid.shape)) {
        shape.set("mesh", quoted_text(parts.add_file(file + ".obj", path + ".rigid.mesh", obj_text(mesh->mesh))));
        TomlTable placement;
        write_placement(placement, parts, path, mesh->placement);
        if (!placement.empty())
            parts.report(path + ".rigid",
                         "a scene file has no placement of the mesh of a rigid body: give the body "
                         "this placement (BodyDescription::placement)");
    } else {
        std::visit(
            [&](const auto& each) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(each)>, MeshDescription>)
                    write_fields(shape, parts, path + ".rigid", each);
            },
            rigid.shape);
    }
    out.set("rigid", shape.inline_text());
    out.set("mass", real_text(rigid.mass));
    write_fields(out, parts, path, rigid);
}

/// Nets of springs and elastic solids.
template <class Soft>
void write_kind(TomlTable& out, SceneParts& parts, const std::string& path, const std::string& file, const Soft& soft)
{
    out.set("net", quoted_text(parts.add_file(file + ".toml", path + ".net", net_text(parts, path, soft))));
}

bool has_same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0);
}

void write_sequence(TomlTable& out, SceneParts& parts, const std::string& path, const std::string& file,
                    const TriangleMesh& mesh, const MeshSequence& sequence)
{
    TomlTable table;
    table.set("meshes", quoted_text(parts.folder() + '/' + file + "/frame_*.obj"));
    write_fields(table, parts, path + ".sequence", sequence);
    out.set("sequence", table.inline_text());
    if (!has_same_bits(sequence.frames.front(), mesh.positions))
        parts.report(path + ".sequence",
                     "expected the vertices of the mesh as the first frame: a scene file gives the mesh by its frames");
    for (std::size_t k = 0; k < sequence.frames.size(); ++k)
        parts.add_named_file(
            fmt::format("{}/frame_{}.obj", file, k), path + ".sequence",
            obj_text({.positions = sequence.frames[k], .faces = mesh.faces, .uvs = {}, .uv_faces = {}}));
}

void write_obstacle_mesh(TomlTable& out, SceneParts& parts, const std::string& path, const std::string& file,
                         const MeshDescription& mesh, const MeshSequence& sequence)
{
    if (!sequence.frames.empty()) {
        write_sequence(out, parts, path, file, mesh.mesh, sequence);
        write_placement(out, parts, path, mesh.placement);
        return;
    }
    // No program uses the texture coordinates of obstacles, and the reader leaves them out.
    MeshDescription bare = mesh;
    bare.mesh.uvs.clear();
    bare.mesh.uv_faces.clear();
    write_shape(out, parts, path, file, bare);
}

}  // namespace

void write_cloth(TomlText& out, SceneParts& parts, std::size_t index, const ClothDescription& cloth)
{
    const std::string path = join_index("cloth", index);
    const std::string file = "cloth_" + cloth.name;
    TomlTable table;
    write_fields(table, parts, path, cloth);
    write_table(table, parts, path, "cubic", cloth.springs.cubic);
    write_table(table, parts, path, "membrane", cloth.springs.membrane);
    if (cloth.fabric)
        table.set("fabric", quoted_text(parts.add_file("fabric_" + cloth.name + ".toml", path + ".fabric",
                                                       fabric_text(*cloth.fabric))));
    std::visit([&](const auto& shape) { write_shape(table, parts, path, file, shape); }, cloth.shape);
    out.item("cloth", table);
    write_pins(out, parts, path, "cloth.pin", cloth.pins);
    for (std::size_t j = 0; j < cloth.creases.size(); ++j) {
        TomlTable crease;
        write_fields(crease, parts, join_index(path + ".crease", j), cloth.creases[j]);
        out.item("cloth.crease", crease);
    }
}

void write_body(TomlText& out, SceneParts& parts, std::size_t index, const BodyDescription& body)
{
    const std::string path = join_index("body", index);
    const std::string file = "body_" + body.name;
    BodyDescription usual;
    if (std::holds_alternative<RigidBodyDescription>(body.kind)) usual.thickness = 0;  // as the reader has it
    TomlTable table;
    write_fields(table, parts, path, body, usual);
    std::visit([&](const auto& kind) { write_kind(table, parts, path, file, kind); }, body.kind);
    write_placement(table, parts, path, body.placement);
    out.item("body", table);
    if (const auto* net = std::get_if<SpringNetDescription>(&body.kind)) {
        for (std::size_t m = 0; m < net->muscles.size(); ++m) {
            TomlTable muscle;
            write_fields(muscle, parts, join_index(path + ".muscle", m), net->muscles[m]);
            out.item("body.muscle", muscle);
        }
    }
    write_pins(out, parts, path, "body.pin", body.pins);
}

void write_obstacle(TomlText& out, SceneParts& parts, std::size_t index, const ObstacleDescription& obstacle)
{
    const std::string path = join_index("obstacle", index);
    const std::string file = fmt::format("obstacle_{}", index);
    TomlTable table;
    write_fields(table, parts, path, obstacle);
    table.set("shape", quoted_text(obstacle_shapes[obstacle.shape.index()]));
    std::visit(
        [&](const auto& shape) {
            if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, MeshDescription>)
                write_obstacle_mesh(table, parts, path, file, shape, obstacle.sequence);
            else
                write_fields(table, parts, path, shape);
        },
        obstacle.shape);
    if (obstacle.sequence.frames.empty()) {
        TomlTable sequence;
        write_fields(sequence, parts, path + ".sequence", obstacle.sequence);
        if (!sequence.empty()) parts.report(path + ".sequence", "expected at least one frame");
    }
    out.item("obstacle", table);
    TomlTable motion;
    write_motion(motion, parts, path + ".motion", obstacle.motion);
    if (!motion.empty()) out.section("obstacle.motion", motion);
}

}  // namespace tulle
