#include "output/gltf_export.hpp"

#include "core/log.hpp"
#include "output/atomic_file.hpp"
#include "output/export_mesh.hpp"
#include "output/frame_files.hpp"
#include "output/glb_builder.hpp"
#include "output/gltf_obstacle.hpp"
#include "output/gltf_shape.hpp"
#include "output/output_formats.hpp"

#include <tulle/output_error.hpp>

#include <cmath>
#include <stdexcept>

namespace tulle {
namespace {

using Json = GlbBuilder::Json;

/// A cloth with split seams, and its vertices in the frame from which the morph targets start.
struct ClothPart {
    const ClothView* view = nullptr;
    std::vector<Face> faces;  // intact at the end: morph targets cannot remove faces
    SplitMesh split;
    GltfShape start;
    Json targets = Json::array();
};

GltfShape shape_of(const ClothPart& part, const FrameData& frame)
{
    const std::span<const Vec3> particles = part_of(frame.positions, *part.view);
    const std::vector<Vec3> normals = vertex_normals(particles, part.faces);
    return {pick(particles, part.split.vertex_of), pick(std::span<const Vec3>(normals), part.split.vertex_of)};
}

std::vector<ClothPart> cloth_parts(RunFrames& run)
{
    std::vector<ClothPart> parts;
    const FrameData& end = run.read(run.count() - 1);
    for (std::size_t c = 0; c < run.cloths().size(); ++c) {
        ClothPart& part = parts.emplace_back();
        part.view = &run.cloths()[c];
        const ClothView& intact = end.cloths[c];
        part.faces.assign(intact.faces.begin(), intact.faces.end());
        part.split = split_corners(static_cast<std::size_t>(intact.particle_count), intact.faces, intact.uv_faces);
    }
    return parts;
}

std::vector<GltfObstacle> obstacle_parts(RunFrames& run, double half_width, int frame)
{
    std::vector<GltfObstacle> parts;
    for (const ObstacleDescription& obstacle : run.obstacles())
        parts.emplace_back(obstacle, half_width, frame / run.fps());
    return parts;
}

GltfSummary plan(RunFrames& run, std::span<const ClothPart> cloths, std::span<const GltfObstacle> obstacles,
                 const GltfOptions& options)
{
    const int frames = run.count();
    if (frames < 2) return {.frames = 1, .reason = "the run has one frame"};
    if (!options.animation) return {.frames = 1, .reason = "no animation was asked for"};
    if (frames > options.max_frames)
        return {.frames = 1,
                .reason = std::to_string(frames) + " frames are more than the " + std::to_string(options.max_frames) +
                          " that fit an animation by morph targets"};
    std::size_t bytes = 0;
    for (const ClothPart& cloth : cloths) bytes += target_vertex_bytes * cloth.split.vertex_of.size();
    for (const GltfObstacle& obstacle : obstacles) bytes += obstacle.target_bytes();
    bytes *= static_cast<std::size_t>(frames - 1);
    if (bytes > options.max_bytes)
        return {.frames = 1,
                .reason = "morph targets would take " + std::to_string(bytes >> 20U) + " MiB, more than the " +
                          std::to_string(options.max_bytes >> 20U) + " MiB that an animation may"};
    return {.frames = frames, .reason = {}};
}

void add_targets(GlbBuilder& glb, RunFrames& run, std::vector<ClothPart>& parts)
{
    for (int frame = 1; frame < run.count(); ++frame) {
        const FrameData& data = run.read(frame);
        for (ClothPart& part : parts) part.targets.push_back(add_target(glb, part.start, shape_of(part, data)));
    }
}

Json cloth_mesh_json(GlbBuilder& glb, const ClothPart& part, std::size_t index)
{
    const ClothView& cloth = *part.view;
    Json attributes = add_shape(glb, part.start);
    if (!cloth.uvs.empty()) {
        std::vector<Vec2> uvs = pick(cloth.uvs, part.split.index_of);
        for (Vec2& uv : uvs) uv.y() = 1 - uv.y();
        attributes["TEXCOORD_0"] = glb.add_texture_coordinates(uvs);
    }
    Json primitive{{"attributes", attributes}, {"indices", glb.add_indices(part.split.faces)}, {"material", index}};
    Json mesh{{"name", cloth.name}};
    if (!part.targets.empty()) {
        primitive["targets"] = part.targets;
        // A program that does not play the animation shows the last frame.
        const int frames = static_cast<int>(part.targets.size()) + 1;
        mesh["weights"] = target_weights(frames - 1, frames);
    }
    mesh["primitives"] = Json::array({primitive});
    const auto particles = static_cast<std::ptrdiff_t>(cloth.particle_count);
    mesh["extras"] = {
        {"particles", cloth.particle_count},
        {"copies_of", std::vector<int>(part.split.vertex_of.begin() + particles, part.split.vertex_of.end())}};
    return mesh;
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

/// Returns the animation. All cloths share times and weights. Node 1 is the first cloth; obstacles follow the cloths.
Json animation_json(GlbBuilder& glb, std::span<const double> times, std::size_t cloth_count,
                    std::span<const GltfObstacle> obstacles)
{
    const std::vector<float> inputs(times.begin(), times.end());
    const int count = static_cast<int>(times.size());
    std::vector<float> weights;
    for (int frame = 0; frame < count; ++frame) {
        const std::vector<float> row = target_weights(frame, count);
        weights.insert(weights.end(), row.begin(), row.end());
    }
    const int input = glb.add_scalars(inputs);
    const Json sampler{{"input", input}, {"interpolation", "LINEAR"}, {"output", glb.add_scalars(weights)}};
    Json animation{{"name", "simulation"}, {"channels", Json::array()}, {"samplers", Json::array({sampler})}};
    for (std::size_t c = 0; c < cloth_count; ++c)
        animation["channels"].push_back({{"sampler", 0}, {"target", {{"node", 1 + c}, {"path", "weights"}}}});
    for (std::size_t o = 0; o < obstacles.size(); ++o)
        obstacles[o].animate(glb, animation, times, input, 1 + cloth_count + o);
    return animation;
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

void fill(GlbBuilder& glb, RunFrames& run, std::vector<ClothPart>& cloths, std::span<const GltfObstacle> obstacles,
          const GltfSummary& summary)
{
    const int last = run.count() - 1;
    std::vector<double> times;  // s
    for (int frame = summary.frames > 1 ? 0 : last; frame <= last; ++frame) times.push_back(frame / run.fps());
    const bool animated = times.size() > 1;
    const FrameData& start = run.read(animated ? 0 : last);
    for (ClothPart& part : cloths) {
        part.start = shape_of(part, start);
        round_to_floats(part.start.positions);
    }
    if (animated) add_targets(glb, run, cloths);

    Json meshes = Json::array();
    Json materials = Json::array();
    Json nodes = Json::array();
    nodes.push_back(nullptr);  // the root node, set below
    for (std::size_t c = 0; c < cloths.size(); ++c) {
        nodes.push_back({{"name", cloths[c].view->name}, {"mesh", meshes.size()}});
        meshes.push_back(cloth_mesh_json(glb, cloths[c], c));
        materials.push_back(material_json(cloths[c].view->name, cloth_color(c), 0.9));
    }
    if (!obstacles.empty()) materials.push_back(material_json("obstacle", obstacle_color(), 0.6));
    for (const GltfObstacle& obstacle : obstacles) {
        nodes.push_back(obstacle.node_json(meshes.size(), times.back()));
        meshes.push_back(obstacle.mesh_json(glb, times, cloths.size()));
    }

    Json children = Json::array();
    for (std::size_t node = 1; node < nodes.size(); ++node) children.push_back(node);
    const double half_turn = std::sqrt(0.5);  // a quarter turn about -x, as a quaternion x y z w: z becomes y
    nodes[0] = {{"name", run.name()}, {"rotation", {-half_turn, 0.0, 0.0, half_turn}}, {"children", children}};

    Json& json = glb.json();
    json["asset"] = asset_json(run, summary);
    json["scene"] = 0;
    json["scenes"] = Json::array({{{"name", run.name()}, {"nodes", {0}}}});
    json["nodes"] = nodes;
    json["meshes"] = meshes;
    json["materials"] = materials;
    if (animated) json["animations"] = Json::array({animation_json(glb, times, cloths.size(), obstacles)});
}

}  // namespace

GltfSummary write_gltf(const std::filesystem::path& file, RunFrames& run, const GltfOptions& options)
{
    std::vector<ClothPart> cloths = cloth_parts(run);
    const double half_width = plane_half_width(run);
    std::vector<GltfObstacle> obstacles = obstacle_parts(run, half_width, 0);
    GltfSummary summary = plan(run, cloths, obstacles, options);
    if (summary.frames == 1) obstacles = obstacle_parts(run, half_width, run.count() - 1);
    GlbBuilder glb;
    fill(glb, run, cloths, obstacles, summary);
    try {
        write_file_atomically(file, glb.bytes());
    } catch (const std::length_error& error) {
        throw OutputError(file, error.what());
    }
    return summary;
}

void write_glb(const std::filesystem::path& file, RunFrames& run)
{
    const GltfSummary summary = write_gltf(file, run);
    if (summary.frames < run.count())
        log(LogLevel::warning, file.string() + ": the last frame alone, because " + summary.reason);
}

}  // namespace tulle
