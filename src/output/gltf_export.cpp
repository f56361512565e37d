#include "output/gltf_export.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "output/atomic_file.hpp"
#include "output/export_mesh.hpp"
#include "output/frame_files.hpp"
#include "output/glb_builder.hpp"
#include "output/output_error.hpp"

#include <cmath>
#include <stdexcept>

namespace tulle {
namespace {

using Json = GlbBuilder::Json;

/// A cloth with its seams split, and its vertices in the frame that the targets start from.
struct ClothPart {
    const ClothView* view = nullptr;
    SplitMesh split;
    std::vector<Vec3> positions, normals;
    Json targets = Json::array();
};

template <class Value>
std::vector<Value> pick(std::span<const Value> values, std::span<const int> indices)
{
    std::vector<Value> picked;
    picked.reserve(indices.size());
    for (const int index : indices)
        picked.push_back(index < 0 ? Value::Zero() : values[static_cast<std::size_t>(index)]);
    return picked;
}

struct Shape {
    std::vector<Vec3> positions, normals;
};

Shape shape_of(const ClothPart& part, const FrameData& frame)
{
    const std::span<const Vec3> particles = part_of(frame.positions, *part.view);
    const std::vector<Vec3> normals = vertex_normals(particles, part.view->faces);
    return {pick(particles, part.split.vertex_of), pick(std::span<const Vec3>(normals), part.split.vertex_of)};
}

std::vector<ClothPart> cloth_parts(RunFrames& run)
{
    std::vector<ClothPart> parts;
    for (const ClothView& cloth : run.cloths()) {
        ClothPart& part = parts.emplace_back();
        part.view = &cloth;
        part.split = split_corners(static_cast<std::size_t>(cloth.particle_count), cloth.faces, cloth.uv_faces);
    }
    return parts;
}

GltfSummary plan(RunFrames& run, std::span<const ClothPart> parts, const GltfOptions& options)
{
    const int frames = run.count();
    if (frames < 2) return {.frames = 1, .reason = "the run has one frame"};
    if (!options.animation) return {.frames = 1, .reason = "no animation was asked for"};
    if (frames > options.max_frames)
        return {.frames = 1,
                .reason = std::to_string(frames) + " frames are more than the " + std::to_string(options.max_frames) +
                          " that fit an animation by morph targets"};
    constexpr std::size_t vertex_bytes = 6 * sizeof(float);  // position and normal
    std::size_t bytes = 0;
    for (const ClothPart& part : parts)
        bytes += vertex_bytes * part.split.vertex_of.size() * static_cast<std::size_t>(frames - 1);
    if (bytes > options.max_bytes)
        return {.frames = 1,
                .reason = "morph targets would take " + std::to_string(bytes >> 20U) + " MiB, more than the " +
                          std::to_string(options.max_bytes >> 20U) + " MiB that an animation may"};
    return {.frames = frames, .reason = {}};
}

/// The displacements from the first shape to each later one. Linear in the weights, so that an animation that blends
/// two neighbours moves every vertex on a straight line in between.
void add_targets(GlbBuilder& glb, RunFrames& run, std::vector<ClothPart>& parts)
{
    for (int frame = 1; frame < run.count(); ++frame) {
        const FrameData& data = run.read(frame);
        for (ClothPart& part : parts) {
            Shape shape = shape_of(part, data);
            for (std::size_t i = 0; i < shape.positions.size(); ++i) {
                shape.positions[i] -= part.positions[i];
                shape.normals[i] -= part.normals[i];
            }
            part.targets.push_back(
                {{"POSITION", glb.add_positions(shape.positions)}, {"NORMAL", glb.add_normals(shape.normals)}});
        }
    }
}

std::vector<float> only(std::size_t count, std::size_t index)  // weight 1 there, 0 elsewhere; none for index == count
{
    std::vector<float> weights(count, 0.0F);
    if (index < count) weights[index] = 1.0F;
    return weights;
}

Json cloth_mesh_json(GlbBuilder& glb, const ClothPart& part, std::size_t index)
{
    const ClothView& cloth = *part.view;
    Json attributes{{"POSITION", glb.add_positions(part.positions)}, {"NORMAL", glb.add_normals(part.normals)}};
    if (!cloth.uvs.empty()) {
        std::vector<Vec2> uvs = pick(cloth.uvs, part.split.index_of);
        for (Vec2& uv : uvs) uv.y() = 1 - uv.y();
        attributes["TEXCOORD_0"] = glb.add_texture_coordinates(uvs);
    }
    Json primitive{{"attributes", attributes}, {"indices", glb.add_indices(part.split.faces)}, {"material", index}};
    Json mesh{{"name", cloth.name}};
    if (!part.targets.empty()) {
        primitive["targets"] = part.targets;
        // A program that does not play the animation shows the end.
        mesh["weights"] = only(part.targets.size(), part.targets.size() - 1);
    }
    mesh["primitives"] = Json::array({primitive});
    const auto particles = static_cast<std::ptrdiff_t>(cloth.particle_count);
    mesh["extras"] = {
        {"particles", cloth.particle_count},
        {"copies_of", std::vector<int>(part.split.vertex_of.begin() + particles, part.split.vertex_of.end())}};
    return mesh;
}

Json obstacle_mesh_json(GlbBuilder& glb, const ObstacleDescription& obstacle, double half_width, std::size_t material)
{
    const TriangleMesh mesh = obstacle_mesh(obstacle, half_width);
    const CornerNormals creased = creased_normals(mesh);
    const SplitMesh split = split_corners(mesh.positions.size(), mesh.faces, creased.faces);
    const std::vector<Vec3> positions = pick(std::span<const Vec3>(mesh.positions), split.vertex_of);
    const std::vector<Vec3> normals = pick(std::span<const Vec3>(creased.normals), split.index_of);
    const Json primitive{
        {"attributes", {{"POSITION", glb.add_positions(positions)}, {"NORMAL", glb.add_normals(normals)}}},
        {"indices", glb.add_indices(split.faces)},
        {"material", material}};
    return {{"name", obstacle.name}, {"primitives", Json::array({primitive})}};
}

Json material_json(std::string_view name, const Vec3& color, double roughness)
{
    return {{"name", name},
            {"pbrMetallicRoughness",
             {{"baseColorFactor", {color.x(), color.y(), color.z(), 1.0}},
              {"metallicFactor", 0.0},
              {"roughnessFactor", roughness}}},
            {"doubleSided", true}};
}

/// All cloths share times and weights. `first_node` is that of the first cloth.
Json animation_json(GlbBuilder& glb, RunFrames& run, std::size_t cloth_count, std::size_t first_node)
{
    std::vector<float> times;
    std::vector<float> weights;
    const auto targets = static_cast<std::size_t>(run.count() - 1);
    for (int frame = 0; frame < run.count(); ++frame) {
        times.push_back(static_cast<float>(frame / run.fps()));
        // The first frame is the mesh itself: no target.
        const std::vector<float> row = only(targets, frame == 0 ? targets : static_cast<std::size_t>(frame - 1));
        weights.insert(weights.end(), row.begin(), row.end());
    }
    const Json sampler{
        {"input", glb.add_scalars(times)}, {"interpolation", "LINEAR"}, {"output", glb.add_scalars(weights)}};
    Json channels = Json::array();
    for (std::size_t c = 0; c < cloth_count; ++c)
        channels.push_back({{"sampler", 0}, {"target", {{"node", first_node + c}, {"path", "weights"}}}});
    return {{"name", "simulation"}, {"channels", channels}, {"samplers", Json::array({sampler})}};
}

Json asset_json(RunFrames& run, const GltfSummary& summary)
{
    Json extras{{"scene", run.name()},
                {"fps", run.fps()},
                {"frames_of_the_run", run.count()},
                {"frames_in_this_file", summary.frames}};
    if (!summary.reason.empty()) extras["only_the_last_frame_because"] = summary.reason;
    return {{"version", "2.0"}, {"generator", "Tulle"}, {"extras", extras}};
}

void fill(GlbBuilder& glb, RunFrames& run, std::vector<ClothPart>& parts, const GltfSummary& summary)
{
    const bool animated = summary.frames > 1;
    const double half_width = plane_half_width(run);
    const FrameData& start = run.read(animated ? 0 : run.count() - 1);
    for (ClothPart& part : parts) {
        Shape shape = shape_of(part, start);
        // As they will be read: displacements make up for the rounding of what they start from.
        for (Vec3& x : shape.positions) x = x.cast<float>().cast<double>();
        part.positions = std::move(shape.positions);
        part.normals = std::move(shape.normals);
    }
    if (animated) add_targets(glb, run, parts);

    Json meshes = Json::array();
    Json materials = Json::array();
    Json nodes = Json::array();
    for (std::size_t c = 0; c < parts.size(); ++c) {
        meshes.push_back(cloth_mesh_json(glb, parts[c], c));
        materials.push_back(material_json(parts[c].view->name, cloth_color(c), 0.9));
    }
    if (!run.obstacles().empty()) materials.push_back(material_json("obstacle", obstacle_color(), 0.6));
    for (const ObstacleDescription& obstacle : run.obstacles())
        meshes.push_back(obstacle_mesh_json(glb, obstacle, half_width, parts.size()));

    Json children = Json::array();
    for (std::size_t m = 0; m < meshes.size(); ++m) children.push_back(m + 1);
    const double half_turn = std::sqrt(0.5);  // a quarter turn about -x, as a quaternion x y z w: z becomes y
    nodes.push_back({{"name", run.name()}, {"rotation", {-half_turn, 0.0, 0.0, half_turn}}, {"children", children}});
    for (std::size_t m = 0; m < meshes.size(); ++m) nodes.push_back({{"name", meshes[m]["name"]}, {"mesh", m}});

    Json& json = glb.json();
    json["asset"] = asset_json(run, summary);
    json["scene"] = 0;
    json["scenes"] = Json::array({{{"name", run.name()}, {"nodes", {0}}}});
    json["nodes"] = nodes;
    json["meshes"] = meshes;
    json["materials"] = materials;
    if (animated) json["animations"] = Json::array({animation_json(glb, run, parts.size(), 1)});
}

}  // namespace

GltfSummary write_gltf(const std::filesystem::path& file, RunFrames& run, const GltfOptions& options)
{
    std::vector<ClothPart> parts = cloth_parts(run);
    GltfSummary summary = plan(run, parts, options);
    GlbBuilder glb;
    fill(glb, run, parts, summary);
    try {
        write_file_atomically(file, glb.bytes());
    } catch (const std::length_error& error) {
        throw OutputError(file, error.what());
    }
    return summary;
}

}  // namespace tulle
