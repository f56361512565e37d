#include "output/gltf_export.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "output/export_mesh.hpp"
#include "output/glb_reader.hpp"
#include "output/test_files.hpp"
#include "output/wavy_run.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <map>
#include <numeric>

namespace tulle {
namespace {

struct Written {
    GltfSummary summary;
    GlbReader file;
};

Written write(WavyRun& run, const GltfOptions& options = {})
{
    const TemporaryDirectory directory;
    const GltfSummary summary = write_gltf(directory / "run.glb", run, options);
    return {summary, GlbReader(read_bytes(directory / "run.glb"))};
}

const nlohmann::json& primitive(const GlbReader& file, std::size_t mesh)
{
    return file.json["meshes"][mesh]["primitives"][0];
}

/// Positions of the first particles of a cloth's mesh when the targets have these weights.
std::vector<float> shown(const GlbReader& file, std::size_t mesh, const std::vector<float>& weights,
                         std::size_t particles)
{
    const nlohmann::json& drawn = primitive(file, mesh);
    std::vector<float> positions = file.floats(drawn["attributes"]["POSITION"]);
    for (std::size_t t = 0; t < weights.size(); ++t) {
        const std::vector<float> target = file.floats(drawn["targets"][t]["POSITION"]);
        for (std::size_t i = 0; i < positions.size(); ++i) positions[i] += weights[t] * target[i];
    }
    positions.resize(3 * particles);
    return positions;
}

void expect_frame(WavyRun& run, int frame, std::size_t cloth, const std::vector<float>& positions)
{
    const ClothView view = run.cloths()[cloth];
    ASSERT_EQ(positions.size(), 3 * static_cast<std::size_t>(view.particle_count));
    const FrameData& data = run.read(frame);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Vec3& x = data.positions[static_cast<std::size_t>(view.first_particle) + i / 3];
        EXPECT_NEAR(positions[i], x[static_cast<int>(i % 3)], 1e-6) << "frame " << frame << " particle " << i / 3;
    }
}

TEST(Gltf, ATornClothHasTheFacesThatStandAtTheEnd)
{
    WavyCloths cloths = two_cloths();
    cloths.tear(0, 2, 1);
    cloths.tear(0, 4, 3);
    WavyRun run(std::move(cloths), 4);
    const auto [summary, file] = write(run);
    EXPECT_EQ(summary.frames, 4);
    const std::vector<std::uint32_t> indices = file.indices(primitive(file, 0)["indices"]);
    const std::span<const Face> intact = run.read(3).cloths[0].faces;
    ASSERT_EQ(indices.size(), 3 * intact.size());
    for (std::size_t i = 0; i < indices.size(); ++i)
        EXPECT_EQ(indices[i], static_cast<std::uint32_t>(intact[i / 3][i % 3]));
}

TEST(Gltf, AnimatesAShortRun)
{
    WavyRun run(two_cloths(), 4);
    const auto [summary, file] = write(run);
    EXPECT_EQ(summary.frames, 4);
    EXPECT_EQ(summary.reason, "");
    const nlohmann::json& animation = file.json["animations"][0];
    ASSERT_EQ(animation["channels"].size(), 2U);
    for (std::size_t cloth = 0; cloth < 2; ++cloth) {
        const nlohmann::json& channel = animation["channels"][cloth];
        const nlohmann::json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
        const std::vector<float> times = file.floats(sampler["input"]);
        const std::vector<float> weights = file.floats(sampler["output"]);
        ASSERT_EQ(times.size(), 4U);
        ASSERT_EQ(weights.size(), 4U * 3U);
        EXPECT_EQ(channel["target"]["path"], "weights");
        const nlohmann::json& node = file.json["nodes"][channel["target"]["node"].get<std::size_t>()];
        EXPECT_EQ(node["mesh"], cloth);
        for (int frame = 0; frame < 4; ++frame) {
            EXPECT_FLOAT_EQ(times[static_cast<std::size_t>(frame)], static_cast<float>(frame) / 25);
            const std::vector<float> row(weights.begin() + 3 * frame, weights.begin() + 3 * frame + 3);
            const auto particles = static_cast<std::size_t>(run.cloths()[cloth].particle_count);
            expect_frame(run, frame, cloth, shown(file, cloth, row, particles));
        }
    }
}

TEST(Gltf, ShowsTheLastFrameWhereNothingPlays)
{
    WavyRun run(two_cloths(), 4);
    const auto [summary, file] = write(run);
    const auto weights = file.json["meshes"][0]["weights"].get<std::vector<float>>();
    expect_frame(run, 3, 0, shown(file, 0, weights, 20));
}

TEST(Gltf, HoldsTheLastFrameOfALongRunAndSaysWhy)
{
    WavyRun run(two_cloths(), 4);
    for (const GltfOptions& options :
         {GltfOptions{.max_frames = 3}, GltfOptions{.max_bytes = 2000}, GltfOptions{.animation = false}}) {
        const auto [summary, file] = write(run, options);
        EXPECT_EQ(summary.frames, 1);
        EXPECT_NE(summary.reason, "");
        EXPECT_EQ(file.json["asset"]["extras"]["only_the_last_frame_because"], summary.reason);
        EXPECT_EQ(file.json["asset"]["extras"]["frames_of_the_run"], 4);
        EXPECT_FALSE(file.json.contains("animations"));
        EXPECT_FALSE(primitive(file, 0).contains("targets"));
        expect_frame(run, 3, 0, shown(file, 0, {}, 20));
        expect_frame(run, 3, 1, shown(file, 1, {}, 9));
    }
}

TEST(Gltf, StaysWithinItsLimitOfBytes)
{
    WavyRun run(two_cloths(), 4);
    constexpr std::size_t needed = 3 * (20 + 9) * 24;  // targets, vertices, bytes of a position and a normal
    EXPECT_EQ(write(run, {.max_bytes = needed}).summary.frames, 4);
    EXPECT_EQ(write(run, {.max_bytes = needed - 1}).summary.frames, 1);
}

TEST(Gltf, TurnsZUpIntoYUp)
{
    WavyRun run(two_cloths(), 1);
    const auto [summary, file] = write(run);
    EXPECT_EQ(summary.frames, 1);
    const nlohmann::json& root = file.json["nodes"][file.json["scenes"][0]["nodes"][0].get<std::size_t>()];
    EXPECT_EQ(root["children"].size(), 2U);
    const auto q = root["rotation"].get<std::vector<double>>();  // x y z w
    // The third column of the rotation matrix: where z goes.
    EXPECT_NEAR(2 * (q[0] * q[2] + q[1] * q[3]), 0, 1e-15);
    EXPECT_NEAR(2 * (q[1] * q[2] - q[0] * q[3]), 1, 1e-15);
    EXPECT_NEAR(1 - 2 * (q[0] * q[0] + q[1] * q[1]), 0, 1e-15);
}

TEST(Gltf, KeepsVertexOrderAndTextureCoordinatesAtSeams)
{
    WavyCloths cloths = two_cloths();
    cloths.add_seam(0);
    cloths.remove_uvs(1);
    WavyRun run(cloths, 2);
    const auto [summary, file] = write(run);
    const ClothView cloth = run.cloths()[0];
    const nlohmann::json& drawn = primitive(file, 0);
    const std::vector<std::uint32_t> corners = file.indices(drawn["indices"]);
    const std::vector<float> uvs = file.floats(drawn["attributes"]["TEXCOORD_0"]);
    const nlohmann::json& extras = file.json["meshes"][0]["extras"];
    ASSERT_EQ(extras["particles"], 20);
    const auto copies = extras["copies_of"].get<std::vector<std::uint32_t>>();
    ASSERT_EQ(copies.size(), 1U);
    ASSERT_EQ(corners.size(), 3 * cloth.faces.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::uint32_t particle = corners[i] < 20 ? corners[i] : copies[corners[i] - 20];
        EXPECT_EQ(static_cast<int>(particle), cloth.faces[i / 3][i % 3]);
        const Vec2& uv = cloth.uvs[static_cast<std::size_t>(cloth.uv_faces[i / 3][i % 3])];
        EXPECT_FLOAT_EQ(uvs[2 * corners[i]], static_cast<float>(uv.x()));
        EXPECT_FLOAT_EQ(uvs[2 * corners[i] + 1], static_cast<float>(1 - uv.y()));
    }
    EXPECT_FALSE(primitive(file, 1)["attributes"].contains("TEXCOORD_0"));
    EXPECT_EQ(file.json["meshes"][1]["extras"]["copies_of"].size(), 0U);
}

TEST(Gltf, HasUnitNormalsEverywhere)
{
    WavyRun run(two_cloths(), 3, one_obstacle_of_each_kind());
    const auto [summary, file] = write(run);
    ASSERT_EQ(file.json["meshes"].size(), 8U);
    for (std::size_t mesh = 0; mesh < 8; ++mesh) {
        const nlohmann::json& drawn = primitive(file, mesh);
        const std::vector<float> normals = file.floats(drawn["attributes"]["NORMAL"]);
        EXPECT_EQ(normals.size(), file.floats(drawn["attributes"]["POSITION"]).size());
        for (std::size_t i = 0; i < normals.size(); i += 3)
            EXPECT_NEAR(std::hypot(normals[i], normals[i + 1], normals[i + 2]), 1.0F, 1e-6F);
        EXPECT_TRUE(file.json["materials"][drawn["material"].get<std::size_t>()]["doubleSided"]);
        for (const std::uint32_t corner : file.indices(drawn["indices"])) EXPECT_LT(3 * corner, normals.size());
    }
}

/// Vertices of a mesh where its node has them.
std::vector<Vec3> placed(const std::vector<float>& positions, const std::vector<float>& translation,
                         const std::vector<float>& rotation)
{
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    if (!rotation.empty()) turn.coeffs() = Eigen::Vector4f(rotation.data()).cast<double>();
    EXPECT_NEAR(turn.norm(), 1, 1e-6);
    std::vector<Vec3> places;
    for (std::size_t i = 0; i < positions.size(); i += 3) {
        places.emplace_back(turn * Eigen::Vector3f(positions.data() + i).cast<double>());
        if (!translation.empty()) places.back() += Eigen::Vector3f(translation.data()).cast<double>();
    }
    return places;
}

/// The corners of all faces are those of the obstacle at a time.
void expect_obstacle(const GlbReader& file, std::size_t mesh, const std::vector<Vec3>& places,
                     const TriangleMesh& expected)
{
    const std::vector<std::uint32_t> corners = file.indices(primitive(file, mesh)["indices"]);
    ASSERT_EQ(corners.size(), 3 * expected.faces.size());
    for (std::size_t c = 0; c < corners.size(); ++c) {
        const Vec3& place = expected.positions[static_cast<std::size_t>(expected.faces[c / 3][c % 3])];
        EXPECT_LT((places[corners[c]] - place).norm(), 1e-6) << "corner " << c;
    }
}

TEST(Gltf, ObstaclesMoveWithTheCloths)
{
    constexpr int count = 6;
    WavyRun run(two_cloths(), count, moving_obstacles());
    const auto [summary, file] = write(run);
    ASSERT_EQ(summary.frames, count);
    const nlohmann::json& animation = file.json["animations"][0];
    const double half_width = plane_half_width(run);
    for (std::size_t o = 0; o < 3; ++o) {
        const std::size_t mesh = 2 + o, node = 3 + o;
        ASSERT_EQ(file.json["nodes"][node]["mesh"], mesh);
        std::map<std::string, std::vector<float>> outputs;
        for (const nlohmann::json& channel : animation["channels"]) {
            if (channel["target"]["node"] != node) continue;
            const nlohmann::json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
            EXPECT_EQ(file.floats(sampler["input"]).size(), 1U * count);
            outputs[channel["target"]["path"]] = file.floats(sampler["output"]);
        }
        EXPECT_EQ(outputs.contains("rotation"), o != 1);
        EXPECT_EQ(outputs.contains("weights"), o != 0);
        const std::size_t vertices = file.floats(primitive(file, mesh)["attributes"]["POSITION"]).size() / 3;
        std::vector<float> before;
        for (int frame = 0; frame < count; ++frame) {
            const auto row = [&](const char* path, int length) {
                const auto found = outputs.find(path);
                if (found == outputs.end()) return std::vector<float>{};
                const auto begin = found->second.begin() + length * frame;
                return std::vector<float>(begin, begin + length);
            };
            const std::vector<float> positions = shown(file, mesh, row("weights", count - 1), vertices);
            const std::vector<float> rotation = row("rotation", 4);
            expect_obstacle(file, mesh, placed(positions, row("translation", 3), rotation),
                            obstacle_mesh(run.obstacles()[o], half_width, frame / WavyCloths::fps));
            if (!before.empty()) {
                EXPECT_GT(std::inner_product(rotation.begin(), rotation.end(), before.begin(), 0.0F), 0.5F);
            }
            before = rotation;
        }
    }
}

TEST(Gltf, ObstaclesAreWhereTheLastFrameHasThem)
{
    WavyRun run(two_cloths(), 6, moving_obstacles());
    for (const bool animation : {false, true}) {
        const auto [summary, file] = write(run, {.animation = animation});
        for (std::size_t o = 0; o < 3; ++o) {
            const std::size_t mesh = 2 + o;
            const nlohmann::json& node = file.json["nodes"][3 + o];
            const auto number_list = [](const nlohmann::json& object, const char* key) {
                return object.contains(key) ? object[key].get<std::vector<float>>() : std::vector<float>{};
            };
            const std::size_t vertices = file.floats(primitive(file, mesh)["attributes"]["POSITION"]).size() / 3;
            const std::vector<float> positions =
                shown(file, mesh, number_list(file.json["meshes"][mesh], "weights"), vertices);
            expect_obstacle(file, mesh,
                            placed(positions, number_list(node, "translation"), number_list(node, "rotation")),
                            obstacle_mesh(run.obstacles()[o], plane_half_width(run), 5 / WavyCloths::fps));
        }
    }
}

TEST(Gltf, MorphTargetsOfObstaclesCountToo)
{
    std::vector<ObstacleDescription> obstacles{moving_obstacles()[1]};
    WavyRun run(two_cloths(), 4, obstacles);
    constexpr std::size_t needed = 3 * (20 + 9 + 8) * 24;  // the two vertices of the ridge are there twice
    EXPECT_EQ(write(run, {.max_bytes = needed}).summary.frames, 4);
    EXPECT_EQ(write(run, {.max_bytes = needed - 1}).summary.frames, 1);
}

TEST(Gltf, LeavesWhatWasThereWhenItFails)
{
    const TemporaryDirectory directory;
    write_bytes(directory / "run.glb", "before");
    WavyRun run(two_cloths(), 3);
    run.readable = 3;
    EXPECT_THROW(write_gltf(directory / "run.glb", run), std::runtime_error);
    run.readable = -1;
    {
        const FileSizeLimit limit(2000);
        EXPECT_THROW(write_gltf(directory / "run.glb", run), OutputError);
    }
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"run.glb", "before"}}));
}

}  // namespace
}  // namespace tulle
