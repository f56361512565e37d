#include "output/output_formats.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "output/export_mesh.hpp"
#include "output/test_files.hpp"
#include "output/wavy_run.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tulle {
namespace {

/// The lines of the prim `name`, its own braces included.
std::string prim(const std::string& text, const std::string& name)
{
    const std::size_t start = text.find(" \"" + name + "\" (");
    EXPECT_NE(start, std::string::npos) << name;
    const std::size_t line_start = text.rfind('\n', start) + 1;
    const std::string indent(text.find_first_not_of(' ', line_start) - line_start, ' ');
    const std::size_t end = text.find('\n' + indent + "}\n", start);
    return text.substr(start, end - start);
}

/// All numbers from `begin` to the first ']' or the end of the line.
std::vector<float> numbers(const std::string& text, std::size_t begin)
{
    std::vector<float> values;
    const char* at = text.c_str() + begin;
    while (*at != ']' && *at != '\n') {
        char* after = nullptr;
        const float value = std::strtof(at, &after);
        if (after != at) values.push_back(value);
        at = after != at ? after : at + 1;
    }
    return values;
}

std::vector<float> attribute(const std::string& text, const std::string& name)
{
    const std::size_t found = text.find(name + " = [");
    EXPECT_NE(found, std::string::npos) << name;
    return found == std::string::npos ? std::vector<float>{} : numbers(text, found + name.size() + 4);
}

std::vector<std::vector<float>> samples(const std::string& text, const std::string& name)
{
    std::vector<std::vector<float>> all;
    std::size_t at = text.find(name + ".timeSamples = {");
    EXPECT_NE(at, std::string::npos) << name;
    const std::size_t end = text.find('}', at);
    for (;;) {
        const std::string time_code = "\n" + std::string(16, ' ') + std::to_string(all.size()) + ": ";
        at = text.find(time_code, at);
        if (at >= end) return all;
        all.push_back(numbers(text, at + time_code.size()));
    }
}

std::vector<float> floats(std::span<const Vec3> vectors)
{
    std::vector<float> values;
    for (const Vec3& vector : vectors)
        for (int i = 0; i < 3; ++i) values.push_back(static_cast<float>(vector[i]));
    return values;
}

std::string written(WavyRun& run)
{
    const TemporaryDirectory directory;
    write_usd(directory / "run.usda", run);
    EXPECT_EQ(contents_of(directory.path()).size(), 1U);
    return read_bytes(directory / "run.usda");
}

TEST(Usd, SaysWhatItsNumbersMean)
{
    WavyRun run(two_cloths(), 3);
    const std::string text = written(run);
    EXPECT_TRUE(text.starts_with("#usda 1.0\n(\n"));
    for (const char* line : {"upAxis = \"Z\"", "metersPerUnit = 1", "timeCodesPerSecond = 25", "framesPerSecond = 25",
                             "startTimeCode = 0", "endTimeCode = 2", "defaultPrim = \"wave\""})
        EXPECT_NE(text.find(std::string("\n    ") + line + '\n'), std::string::npos) << line;
}

TEST(Usd, HoldsEveryFrameToTheFloat)
{
    WavyRun run(two_cloths(), 3);
    const std::string text = written(run);
    const std::array<std::string, 2> names{"curtain", "table_cloth"};
    for (std::size_t c = 0; c < 2; ++c) {
        const std::string mesh = prim(text, names[c]);
        const ClothView cloth = run.cloths()[c];
        const auto points = samples(mesh, "point3f[] points");
        const auto velocities = samples(mesh, "vector3f[] velocities");
        const auto extents = samples(mesh, "float3[] extent");
        ASSERT_EQ(points.size(), 3U);
        ASSERT_EQ(velocities.size(), 3U);
        ASSERT_EQ(extents.size(), 3U);
        for (int frame = 0; frame < 3; ++frame) {
            const FrameData& data = run.read(frame);
            const auto f = static_cast<std::size_t>(frame);
            const auto first = static_cast<std::size_t>(cloth.first_particle);
            const auto count = static_cast<std::size_t>(cloth.particle_count);
            EXPECT_EQ(points[f], floats(data.positions.subspan(first, count)));
            EXPECT_EQ(velocities[f], floats(data.velocities.subspan(first, count)));
            ASSERT_EQ(extents[f].size(), 6U);
            for (std::size_t i = 0; i < points[f].size(); ++i) {
                EXPECT_GE(points[f][i], extents[f][i % 3]);
                EXPECT_LE(points[f][i], extents[f][3 + i % 3]);
            }
        }
    }
}

TEST(Usd, HasANormalPerPointAndFrame)
{
    WavyRun run(two_cloths(), 3);
    const std::string mesh = prim(written(run), "curtain");
    EXPECT_NE(mesh.find("normal3f[] normals (interpolation = \"vertex\")"), std::string::npos);
    const auto normals = samples(mesh, "normal3f[] normals");
    ASSERT_EQ(normals.size(), 3U);
    for (const std::vector<float>& frame : normals) {
        ASSERT_EQ(frame.size(), 3U * 20U);
        for (std::size_t i = 0; i < frame.size(); i += 3) {
            EXPECT_NEAR(std::hypot(frame[i], frame[i + 1], frame[i + 2]), 1.0F, 1e-6F);
            EXPECT_GT(frame[i + 2], 0.5F);  // the wave is flat enough to look up everywhere
        }
    }
}

TEST(Usd, KeepsFacesAndTextureCoordinates)
{
    WavyRun run(two_cloths(), 1);
    const std::string mesh = prim(written(run), "curtain");
    const ClothView cloth = run.cloths()[0];
    const std::vector<float> indices = attribute(mesh, "int[] faceVertexIndices");
    ASSERT_EQ(indices.size(), 3 * cloth.faces.size());
    for (std::size_t i = 0; i < indices.size(); ++i)
        EXPECT_EQ(indices[i], static_cast<float>(cloth.faces[i / 3][i % 3]));
    EXPECT_EQ(attribute(mesh, "int[] faceVertexCounts"), std::vector<float>(cloth.faces.size(), 3.0F));
    const std::vector<float> st = attribute(mesh, "texCoord2f[] primvars:st");
    ASSERT_EQ(st.size(), 2 * cloth.uvs.size());
    for (std::size_t i = 0; i < st.size(); ++i)
        EXPECT_EQ(st[i], static_cast<float>(cloth.uvs[i / 2][static_cast<int>(i % 2)]));
    EXPECT_NE(mesh.find("(interpolation = \"vertex\")"), std::string::npos);
}

TEST(Usd, FacesOfATornClothAreSamples)
{
    WavyCloths cloths = two_cloths();
    cloths.tear(0, 2, 1);
    cloths.tear(0, 4, 3);
    WavyRun run(std::move(cloths), 4);
    const std::string text = written(run);
    const std::string mesh = prim(text, "curtain");
    EXPECT_EQ(mesh.find("faceVertexIndices = "), std::string::npos);
    const std::size_t begin = mesh.find("int[] faceVertexIndices.timeSamples = {");
    ASSERT_NE(begin, std::string::npos);
    const std::string samples = mesh.substr(begin, mesh.find('}', begin + 40) - begin);
    const std::size_t whole = run.cloths()[0].faces.size();
    for (const auto& [frame, faces] : {std::pair(0, whole), {1, whole - 1}, {3, whole - 2}}) {
        const std::size_t start = samples.find(' ' + std::to_string(frame) + ": [");
        ASSERT_NE(start, std::string::npos) << frame;
        const std::string sample = samples.substr(start, samples.find(']', start) - start);
        EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(sample, ',')) + 1, 3 * faces) << frame;
    }
    EXPECT_EQ(samples.find(" 2: ["), std::string::npos) << "it stood as before";
    EXPECT_NE(prim(text, "table_cloth").find("int[] faceVertexIndices = "), std::string::npos);
}

TEST(Usd, KeepsSeams)
{
    WavyCloths cloths = two_cloths();
    cloths.add_seam(0);
    cloths.remove_uvs(1);
    WavyRun run(cloths, 1);
    const std::string text = written(run);
    const std::string mesh = prim(text, "curtain");
    const ClothView cloth = run.cloths()[0];
    const std::vector<float> st = attribute(mesh, "texCoord2f[] primvars:st");
    const std::vector<float> indices = attribute(mesh, "int[] primvars:st:indices");
    EXPECT_NE(mesh.find("(interpolation = \"faceVarying\")"), std::string::npos);
    ASSERT_EQ(indices.size(), 3 * cloth.faces.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const Vec2& uv = cloth.uvs[static_cast<std::size_t>(cloth.uv_faces[i / 3][i % 3])];
        const auto index = static_cast<std::size_t>(indices[i]);
        EXPECT_EQ(st[2 * index], static_cast<float>(uv.x()));
        EXPECT_EQ(st[2 * index + 1], static_cast<float>(uv.y()));
    }
    EXPECT_EQ(prim(text, "table_cloth").find("primvars:st"), std::string::npos);
}

TEST(Usd, HoldsTheObstacles)
{
    WavyRun run(two_cloths(), 2, one_obstacle_of_each_kind());
    const std::string text = written(run);
    for (const char* name : {"floor", "table", "ball", "pole", "limb", "ridge"}) {
        const std::string mesh = prim(text, name);
        const std::size_t corners = attribute(mesh, "int[] faceVertexIndices").size();
        EXPECT_EQ(attribute(mesh, "normal3f[] normals").size(), 3 * corners) << name;
        EXPECT_EQ(attribute(mesh, "float3[] extent").size(), 6U) << name;
    }
    EXPECT_EQ(attribute(prim(text, "table"), "float3[] extent"), (std::vector<float>{0.5, 0, -0.75, 1.5, 2, -0.25}));
    // A mesh is there face by face, in its place.
    const std::string ridge = prim(text, "ridge");
    EXPECT_EQ(attribute(ridge, "int[] faceVertexIndices").size(), 18U);
    EXPECT_EQ(attribute(ridge, "point3f[] points").size(), 18U);
    EXPECT_EQ(attribute(ridge, "float3[] extent")[2], -1.0F);
    EXPECT_EQ(attribute(ridge, "float3[] extent")[5], -0.75F);
}

TEST(Usd, ObstaclesMove)
{
    constexpr int count = 6;
    WavyRun run(two_cloths(), count, moving_obstacles());
    const std::string text = written(run);
    const double half_width = plane_half_width(run);
    const std::string drawer = prim(text, "drawer");
    EXPECT_NE(drawer.find(R"(uniform token[] xformOpOrder = ["xformOp:transform"])"), std::string::npos);
    const auto matrices = samples(drawer, "matrix4d xformOp:transform");
    const std::vector<float> points = attribute(drawer, "point3f[] points");
    ASSERT_EQ(matrices.size(), 1U * count);
    for (std::size_t frame = 0; frame < count; ++frame) {
        const double time = static_cast<double>(frame) / WavyCloths::fps;
        const TriangleMesh mesh = obstacle_mesh(run.obstacles()[0], half_width, time);
        ASSERT_EQ(points.size(), 3 * mesh.positions.size());
        ASSERT_EQ(matrices[frame].size(), 16U);
        for (std::size_t i = 0; i < points.size(); ++i) {
            // A row vector times the matrix.
            double place = matrices[frame][12 + i % 3];
            for (std::size_t k = 0; k < 3; ++k) place += points[i - i % 3 + k] * matrices[frame][4 * k + i % 3];
            EXPECT_NEAR(place, mesh.positions[i / 3][static_cast<int>(i % 3)], 1e-6);
        }
    }
    for (std::size_t o = 1; o < 3; ++o) {
        const std::string prim_text = prim(text, run.obstacles()[o].name);
        const auto shapes = samples(prim_text, "point3f[] points");
        const auto normals = samples(prim_text, "normal3f[] normals");
        const auto extents = samples(prim_text, "float3[] extent");
        ASSERT_EQ(shapes.size(), 1U * count);
        ASSERT_EQ(normals.size(), 1U * count);
        ASSERT_EQ(extents.size(), 1U * count);
        EXPECT_NE(prim_text.find(R"(normal3f[] normals (interpolation = "faceVarying"))"), std::string::npos);
        for (std::size_t frame = 0; frame < count; ++frame) {
            const double time = static_cast<double>(frame) / WavyCloths::fps;
            EXPECT_EQ(shapes[frame], floats(obstacle_mesh(run.obstacles()[o], half_width, time).positions));
            EXPECT_EQ(normals[frame].size(), 3U * 3U * 4U) << "a normal per corner";
        }
    }
    EXPECT_NE(samples(prim(text, "roof"), "point3f[] points")[0], samples(prim(text, "roof"), "point3f[] points")[5]);
}

TEST(Usd, QuotesTheNamesThatPeopleGave)
{
    WavyCloths cloths;
    cloths.add("my \"best\" shirt", 3, 3);
    WavyRun run(cloths, 1);
    run.scene_name = "1 }";
    const std::string text = written(run);
    EXPECT_NE(text.find(R"(displayName = "my \"best\" shirt")"), std::string::npos);
    EXPECT_NE(text.find("defaultPrim = \"_1__\""), std::string::npos);
}

TEST(Usd, LeavesWhatWasThereWhenItFails)
{
    const TemporaryDirectory directory;
    write_bytes(directory / "run.usda", "before");
    WavyRun run(two_cloths(), 3);
    run.readable = 5;
    EXPECT_THROW(write_usd(directory / "run.usda", run), std::runtime_error);
    run.readable = -1;
    {
        const FileSizeLimit limit(2000);
        EXPECT_THROW(write_usd(directory / "run.usda", run), OutputError);
    }
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"run.usda", "before"}}));
}

}  // namespace
}  // namespace tulle
