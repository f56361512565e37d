#include "mesh/ply_reader.hpp"

#include "mesh/mesh_samples.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace tulle {
namespace {

/// Writes the data of a PLY file in any of its formats.
class PlyWriter {
public:
    explicit PlyWriter(std::string format) : format_(std::move(format)) {}

    template <class Value>
    void put(Value value)
    {
        if (format_ == "ascii") {
            std::array<char, 64> text{};
            const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
            data_ += std::string(text.data(), end) + ' ';
            return;
        }
        auto bytes = std::bit_cast<std::array<char, sizeof(Value)>>(value);
        const auto order = format_ == "binary_big_endian" ? std::endian::big : std::endian::little;
        if (order != std::endian::native) std::ranges::reverse(bytes);
        data_.append(bytes.data(), bytes.size());
    }
    void end_element()
    {
        if (format_ == "ascii") data_ += '\n';
    }
    [[nodiscard]] std::string file(const std::string& elements) const
    {
        return "ply\nformat " + format_ + " 1.0\n" + elements + "end_header\n" + data_;
    }

private:
    std::string format_, data_;
};

/// With everything that can be passed over: elements before, between and behind, lists and scalars among ours.
template <class Real>
std::string rich_file(const std::string& format, const TriangleMesh& mesh)
{
    const std::string real = std::is_same_v<Real, float> ? "float" : "double";
    PlyWriter out(format);
    out.put(std::int16_t{-7});
    out.end_element();
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        out.put(static_cast<Real>(mesh.positions[v].z()));
        out.put(std::uint8_t{1});
        out.put(Real{0.5});
        out.put(static_cast<Real>(mesh.positions[v].x()));
        out.put(static_cast<Real>(mesh.positions[v].y()));
        out.put(static_cast<Real>(mesh.uvs[v].y()));
        out.put(static_cast<Real>(mesh.uvs[v].x()));
        out.end_element();
    }
    out.put(std::uint32_t{5});
    out.end_element();
    for (const Face& face : mesh.faces) {
        out.put(std::uint16_t{3});
        for (const int corner : face) out.put(static_cast<std::uint32_t>(corner));
        out.put(float{1});
        out.end_element();
    }
    return out.file("comment all of it\nelement stamp 1\nproperty short s\nelement vertex " +
                    std::to_string(mesh.positions.size()) + "\nproperty " + real + " z\nproperty list uchar " + real +
                    " weights\nproperty " + real + " x\nproperty " + real + " y\nproperty " + real + " t\nproperty " +
                    real + " s\nelement gap 1\nproperty uint g\nelement face " + std::to_string(mesh.faces.size()) +
                    "\nproperty list ushort uint vertex_indices\nproperty float quality\n");
}

TriangleMesh sample_with_uvs()
{
    TriangleMesh mesh = random_mesh(5, 4);
    for (const Vec3& x : mesh.positions) mesh.uvs.emplace_back(x.x() / 7, x.y() / 9);
    mesh.uv_faces = mesh.faces;
    return mesh;
}

const std::string ascii_head =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n";  // nine lines
const std::string ascii_vertices = "0 0 0\n1 0 0\n0 1 0\n";

TriangleMesh ply_mesh(const std::string& bytes) { return read_ply(bytes, "a.ply"); }

void expect_ply_problem(const std::string& bytes, int line, int column, const std::string& part)
{
    expect_problem([&] { (void)ply_mesh(bytes); }, line, column, part);
}

class EveryPlyFormat : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryPlyFormat, ReturnsDoublesExactly)
{
    const TriangleMesh mesh = sample_with_uvs();
    expect_same_mesh(ply_mesh(rich_file<double>(GetParam(), mesh)), mesh);
}

TEST_P(EveryPlyFormat, PassesOverTextureCoordinatesOfObstacles)
{
    TriangleMesh mesh = sample_with_uvs();
    const std::string bytes = rich_file<double>(GetParam(), mesh);
    mesh.uvs.clear();
    mesh.uv_faces.clear();
    expect_same_mesh(read_ply(bytes, "a.ply", MeshUse::obstacle), mesh);
}

TEST_P(EveryPlyFormat, ReturnsFloatsExactly)
{
    TriangleMesh mesh = sample_with_uvs();
    for (Vec3& x : mesh.positions) x = x.cast<float>().cast<double>();
    for (Vec2& uv : mesh.uvs) uv = uv.cast<float>().cast<double>();
    expect_same_mesh(ply_mesh(rich_file<float>(GetParam(), mesh)), mesh);
}

TEST_P(EveryPlyFormat, RefusesEveryCut)
{
    const std::string whole = rich_file<float>(GetParam(), sample_with_uvs());
    EXPECT_NO_THROW((void)ply_mesh(whole));
    // The last number of an ascii file is "1" and a gap: only cuts in front of it can be seen.
    for (std::size_t size = 0; size + 3 < whole.size(); ++size) {
        ASSERT_THROW((void)ply_mesh(whole.substr(0, size)), InputError) << size << " of " << whole.size();
    }
}

TEST_P(EveryPlyFormat, RefusesDataBehindTheEnd)
{
    const std::string whole = rich_file<float>(GetParam(), sample_with_uvs());
    EXPECT_NO_THROW((void)ply_mesh(whole + "\r\n"));
    EXPECT_THROW((void)ply_mesh(whole + "3 0 1 2\n"), InputError);
}

TEST_P(EveryPlyFormat, CutsPolygonsIntoFansAndRefusesFaultyFaces)
{
    const auto with_face = [&](const std::vector<int>& corners) {
        PlyWriter out(GetParam());
        for (int v = 0; v < 4; ++v) {
            for (int c = 0; c < 3; ++c) out.put(static_cast<std::int8_t>(v == c));
            out.end_element();
        }
        out.put(static_cast<std::uint8_t>(corners.size()));
        for (const int corner : corners) out.put(static_cast<std::int16_t>(corner));
        out.end_element();
        return out.file(
            "element vertex 4\nproperty char x\nproperty char y\nproperty char z\nelement face 1\n"
            "property list uchar short vertex_index\n");
    };
    EXPECT_EQ(ply_mesh(with_face({3, 0, 1, 2})).faces, (std::vector<Face>{{3, 0, 1}, {3, 1, 2}}));
    const bool text = GetParam() == "ascii";
    const int line = text ? 14 : 0, column = text ? 1 : 0;
    expect_ply_problem(with_face({0, 1}), line, column, "at least 3 corners, found 2");
    expect_ply_problem(with_face({}), line, column, "found 0");
    expect_ply_problem(with_face({0, 1, 4}), line, column, "vertex 4 does not exist, the file has 4");
    expect_ply_problem(with_face({0, -1, 2}), line, column, "vertex -1 does not exist");
}

TEST_P(EveryPlyFormat, RefusesNegativeListLengths)
{
    PlyWriter out(GetParam());
    for (int c = 0; c < 3; ++c) out.put(float{0});
    out.end_element();
    out.put(std::int8_t{-1});
    out.end_element();
    const auto problems = problems_of([&] {
        (void)ply_mesh(
            out.file("element vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
                     "property list char int vertex_indices\n"));
    });
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_NE(problems[0].message.find("negative length"), std::string::npos) << problems[0].text();
}

INSTANTIATE_TEST_SUITE_P(PlyReader, EveryPlyFormat,
                         ::testing::Values("ascii", "binary_little_endian", "binary_big_endian"),
                         [](const auto& test) { return test.param; });

TEST(PlyReader, FindsTextureCoordinatesUnderAnyOfTheirNames)
{
    for (const auto& [u, v] : {std::pair{"u", "v"}, {"s", "t"}, {"texture_u", "texture_v"}}) {
        const std::string head =
            std::string("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n") +
            "property float z\nproperty float " + u + "\nproperty float " + v +
            "\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
        const TriangleMesh mesh = ply_mesh(head + "0 0 0 .5 .25\n1 0 0 1 0\n0 1 0 0 1\n3 0 1 2\n");
        EXPECT_EQ(mesh.uvs, (std::vector<Vec2>{{0.5, 0.25}, {1, 0}, {0, 1}})) << u;
        EXPECT_EQ(mesh.uv_faces, mesh.faces);
    }
    EXPECT_TRUE(ply_mesh(ascii_head + ascii_vertices + "3 0 1 2\n").uvs.empty());
}

TEST(PlyReader, RefusesFaultyText)
{
    expect_ply_problem(ascii_head + "0 0 0\n1 x 0\n0 1 0\n3 0 1 2\n", 11, 3, "expected a number");
    expect_ply_problem(ascii_head + "0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n", 11, 5, "finite");
    expect_ply_problem(ascii_head + "0 0 0\n1 0\n0 1 0\n3 0 1 2\n", 11, 1, "more values");
    expect_ply_problem(ascii_head + "0 0 0\n1 0 0 0\n0 1 0\n3 0 1 2\n", 11, 7,
                       "expected 3 values on this line, found 4");
    expect_ply_problem(ascii_head + ascii_vertices + "3 0 1 1.5\n", 13, 7, "expected an integer");
    expect_ply_problem(ascii_head + ascii_vertices + "4 0 1 2\n", 13, 1, "more values");
    expect_ply_problem(ascii_head + ascii_vertices + "\n\n", 15, 0, "the file ends after 0 of 1 of element 'face'");
    expect_ply_problem(ascii_head + ascii_vertices + "3 0 1 2\n3 0 1 2\n", 14, 1, "more data");
}

TEST(PlyReader, RefusesBinaryNumbersThatAreNotFinite)
{
    PlyWriter out("binary_little_endian");
    for (const float x : {0.F, 0.F, 0.F, 1.F, std::numeric_limits<float>::infinity(), 0.F, 0.F, 1.F, 0.F}) out.put(x);
    out.put(std::uint8_t{3});
    for (const int corner : {0, 1, 2}) out.put(corner);
    expect_ply_problem(
        out.file("element vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
                 "property list uchar int vertex_indices\n"),
        0, 0, "element 'vertex' 1 (counted from 0): expected finite numbers");
}

TEST(PlyReader, SurvivesDamagedListLengths)
{
    PlyWriter out("binary_little_endian");
    for (int c = 0; c < 3; ++c) out.put(float{0});
    out.put(std::uint32_t{4000000000U});
    expect_ply_problem(
        out.file("element vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
                 "property list uint int vertex_indices\n"),
        0, 0, "cut off");
}

TEST(PlyReader, RefusesHeadersWithoutAMesh)
{
    const std::string format = "ply\nformat ascii 1.0\n";
    const std::string vertex = "element vertex 0\nproperty float x\nproperty float y\nproperty float z\n";
    const std::string face = "element face 0\nproperty list uchar int vertex_indices\n";
    expect_ply_problem(format + face + "end_header\n", 0, 0, "no element vertex");
    expect_ply_problem(format + vertex + "end_header\n", 0, 0, "no element face");
    expect_ply_problem(format + "element vertex 0\nproperty float x\nproperty float y\n" + face + "end_header\n", 3, 0,
                       "no coordinate z");
    expect_ply_problem(format + vertex + "element face 0\nproperty int vertex_indices\nend_header\n", 7, 0, "no list");
    expect_ply_problem(format + vertex + "element face 0\nproperty list uchar float vertex_indices\nend_header\n", 7, 0,
                       "not integers");
}

}  // namespace
}  // namespace tulle
