// USD export: a whole run as one scene in text form (.usda), which Houdini, Blender, Maya, Unreal and usdview open.
//
//   /<run>                 Xform, the default prim; metres, Z up, a time code per frame
//   /<run>/cloths/<name>   Mesh: points, normals, velocities and extent at every frame; texture coordinates;
//                          if the cloth tears, also the faces at each frame with fewer faces than before
//   /<run>/obstacles/<..>  Mesh; the square of a plane extends beyond the cloths. A rigidly moving obstacle has a
//                          transform at every frame; a deforming obstacle has points, normals and extent
//
// Points are particles in their order. Numbers are 32-bit floats, as the schema requires, in the shortest decimals that
// read back exactly. Frames are read several times, so that memory holds only one frame.

#include "core/assert.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "mesh/rigid_motion.hpp"
#include "output/encode.hpp"
#include "output/export_mesh.hpp"
#include "output/frame_files.hpp"
#include "output/output_formats.hpp"
#include "output/usd_file.hpp"
#include "output/usd_text.hpp"

#include <array>

namespace tulle {
namespace {

std::array<Vec3, 2> extent_of(std::span<const Vec3> positions)
{
    if (positions.empty()) return {Vec3::Zero(), Vec3::Zero()};
    std::array<Vec3, 2> extent{positions[0], positions[0]};
    for (const Vec3& x : positions) extent = {extent[0].cwiseMin(x), extent[1].cwiseMax(x)};
    return extent;
}

std::vector<int> flattened(std::span<const Face> faces)
{
    std::vector<int> corners;
    for (const Face& face : faces) corners.insert(corners.end(), face.begin(), face.end());
    return corners;
}

void write_head(UsdFile& usd, RunFrames& run, const std::string& root)
{
    std::string fps;
    append_number(fps, run.fps());
    usd.line("#usda 1.0");
    usd.open("(");
    usd.line("defaultPrim = \"" + root + '"');
    usd.line(R"(doc = "Cloth simulated by Tulle")");
    usd.line("endTimeCode = " + std::to_string(run.count() - 1));
    usd.line("framesPerSecond = " + fps);
    usd.line("metersPerUnit = 1");
    usd.line("startTimeCode = 0");
    usd.line("timeCodesPerSecond = " + fps);
    usd.line("upAxis = \"Z\"");
    usd.close(")");
}

void write_topology(UsdFile& usd, std::span<const Face> faces)
{
    usd.list("int[] faceVertexCounts", std::vector<int>(faces.size(), 3));
    usd.list("int[] faceVertexIndices", flattened(faces));
}

void write_look(UsdFile& usd, const Vec3& color)
{
    usd.line("uniform token subdivisionScheme = \"none\"");
    usd.list("color3f[] primvars:displayColor", std::array{color}, R"(interpolation = "constant")");
}

void write_texture_coordinates(UsdFile& usd, const ClothView& cloth, bool has_static_faces)
{
    if (cloth.uvs.empty()) return;
    TULLE_ASSERT(cloth.uv_faces.size() == cloth.faces.size(), cloth.uv_faces.size(), cloth.faces.size());
    constexpr std::string_view attribute = "texCoord2f[] primvars:st";
    if (has_uv_per_particle(cloth)) {
        usd.list(attribute, cloth.uvs.first(static_cast<std::size_t>(cloth.particle_count)),
                 R"(interpolation = "vertex")");
        return;
    }
    usd.list(attribute, cloth.uvs, R"(interpolation = "faceVarying")");
    if (has_static_faces) usd.list("int[] primvars:st:indices", flattened(cloth.uv_faces));
}

/// Writes a value per frame; `value_at(frame)` returns it.
template <class ValueAt>
void write_samples(UsdFile& usd, std::string_view attribute, int count, ValueAt value_at)
{
    usd.open(std::string(attribute).append(".timeSamples = {"));
    for (int frame = 0; frame < count; ++frame) usd.sample(frame, value_at(frame));
    usd.close("}");
}

/// Writes the faces of a tearing cloth as time samples, one for each frame with fewer faces than before. USD does not
/// interpolate integers; it holds a value until the next sample.
void write_tearing_faces(UsdFile& usd, RunFrames& run, std::size_t index)
{
    std::vector<int> changes;
    std::size_t before = run.cloths()[index].faces.size() + 1;
    for (int frame = 0; frame < run.count(); ++frame)
        if (run.read(frame).cloths[index].faces.size() < before) {
            before = run.read(frame).cloths[index].faces.size();
            changes.push_back(frame);
        }
    const auto write = [&](std::string_view attribute, const auto& values_of) {
        usd.open(std::string(attribute).append(".timeSamples = {"));
        for (const int frame : changes) usd.sample(frame, values_of(run.read(frame).cloths[index]));
        usd.close("}");
    };
    write("int[] faceVertexCounts", [](const ClothView& cloth) { return std::vector<int>(cloth.faces.size(), 3); });
    write("int[] faceVertexIndices", [](const ClothView& cloth) { return flattened(cloth.faces); });
    if (!run.cloths()[index].uvs.empty() && !has_uv_per_particle(run.cloths()[index]))
        write("int[] primvars:st:indices", [](const ClothView& cloth) { return flattened(cloth.uv_faces); });
}

void write_cloth(UsdFile& usd, RunFrames& run, std::size_t index, const std::string& usd_name)
{
    const ClothView& cloth = run.cloths()[index];
    usd.open_prim("Mesh", usd_name, cloth.name);
    usd.line("uniform bool doubleSided = 1");
    const int count = run.count();
    // Torn faces stay torn, so the last frame shows whether the cloth tears.
    const bool tears = run.read(count - 1).cloths[index].faces.size() != cloth.faces.size();
    if (!tears) write_topology(usd, cloth.faces);
    write_look(usd, cloth_color(index));
    write_texture_coordinates(usd, cloth, !tears);
    if (tears) write_tearing_faces(usd, run, index);
    std::vector<std::array<Vec3, 2>> extents;
    write_samples(usd, "point3f[] points", count, [&](int frame) {
        const std::span<const Vec3> positions = part_of(run.read(frame).positions, cloth);
        extents.push_back(extent_of(positions));
        return positions;
    });
    write_samples(usd, "float3[] extent", count, [&](int frame) { return extents[static_cast<std::size_t>(frame)]; });
    write_samples(usd, "vector3f[] velocities", count,
                  [&](int frame) { return part_of(run.read(frame).velocities, cloth); });
    usd.line(R"(normal3f[] normals (interpolation = "vertex"))");
    write_samples(usd, "normal3f[] normals", count, [&](int frame) {
        const FrameData& data = run.read(frame);
        return vertex_normals(part_of(data.positions, cloth), data.cloths[index].faces);
    });
    usd.close("}");
}

/// Returns one normal per corner of the faces, so that their number does not depend on the shape of the mesh.
std::vector<Vec3> corner_normals(const TriangleMesh& mesh)
{
    const CornerNormals creased = creased_normals(mesh);
    std::vector<Vec3> normals;
    for (const int corner : flattened(creased.faces))
        normals.push_back(creased.normals[static_cast<std::size_t>(corner)]);
    return normals;
}

void write_shape(UsdFile& usd, const TriangleMesh& mesh)
{
    usd.list("float3[] extent", extent_of(mesh.positions));
    usd.list("point3f[] points", mesh.positions);
    usd.list("normal3f[] normals", corner_normals(mesh), R"(interpolation = "faceVarying")");
}

/// Writes extent, points and normals at every frame; `mesh_at(frame)` returns the mesh.
template <class MeshAt>
void write_changing_shape(UsdFile& usd, int count, MeshAt mesh_at)
{
    write_samples(usd, "float3[] extent", count, [&](int frame) { return extent_of(mesh_at(frame).positions); });
    write_samples(usd, "point3f[] points", count, [&](int frame) { return mesh_at(frame).positions; });
    usd.line(R"(normal3f[] normals (interpolation = "faceVarying"))");
    write_samples(usd, "normal3f[] normals", count, [&](int frame) { return corner_normals(mesh_at(frame)); });
}

void write_obstacle(UsdFile& usd, RunFrames& run, const ObstacleDescription& obstacle, const std::string& usd_name,
                    double half_width)
{
    usd.open_prim("Mesh", usd_name, obstacle.name);
    // Planes must be visible from below too; for solids it makes no difference.
    usd.line("uniform bool doubleSided = 1");
    const TriangleMesh mesh = unmoved_obstacle_mesh(obstacle, half_width);
    write_topology(usd, mesh.faces);
    write_look(usd, obstacle_color());
    if (is_deforming(obstacle)) {
        write_changing_shape(usd, run.count(),
                             [&](int frame) { return obstacle_mesh(obstacle, half_width, frame / run.fps()); });
    } else if (is_moving(obstacle)) {
        write_shape(usd, mesh);
        write_samples(usd, "matrix4d xformOp:transform", run.count(),
                      [&](int frame) { return pose_at(obstacle.motion, frame / run.fps()); });
        usd.line(R"(uniform token[] xformOpOrder = ["xformOp:transform"])");
    } else {
        write_shape(usd, obstacle_mesh(obstacle, half_width));
    }
    usd.close("}");
}

template <class Named>
std::vector<std::string> names_of(std::span<const Named> things)
{
    std::vector<std::string_view> names;
    for (const Named& thing : things) names.emplace_back(thing.name);
    return usd_names(names);
}

}  // namespace

void write_usd(const std::filesystem::path& file, RunFrames& run)
{
    const std::string root = usd_names(std::array{run.name()}).front();
    const std::vector<std::string> cloth_names = names_of(run.cloths());
    const std::vector<std::string> obstacle_names = names_of(run.obstacles());
    const double half_width = plane_half_width(run);

    UsdFile usd(file);
    write_head(usd, run, root);
    usd.open_prim("Xform", root, run.name(), R"(kind = "component")");
    usd.open_prim("Xform", "cloths", "cloths");
    for (std::size_t c = 0; c < cloth_names.size(); ++c) write_cloth(usd, run, c, cloth_names[c]);
    usd.close("}");
    usd.open_prim("Xform", "obstacles", "obstacles");
    for (std::size_t o = 0; o < obstacle_names.size(); ++o)
        write_obstacle(usd, run, run.obstacles()[o], obstacle_names[o], half_width);
    usd.close("}");
    usd.close("}");
    usd.commit();
}

}  // namespace tulle
