#include "output/output_formats.hpp"

#include "output/test_files.hpp"
#include "output/wavy_cloths.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

namespace tulle {
namespace {

struct Ply {
    std::vector<std::string> vertex_properties;
    std::vector<std::vector<double>> vertices;  // a row per vertex, in the order of the properties
    std::vector<Face> faces;
    std::vector<std::int32_t> cloths;  // per face
};

template <class Value>
Value take(const std::string& bytes, std::size_t& at)
{
    Value value{};
    if (at + sizeof value > bytes.size()) throw std::runtime_error("PLY ends early");
    std::memcpy(&value, bytes.data() + at, sizeof value);
    at += sizeof value;
    return value;
}

Ply parse_ply(const std::string& bytes)
{
    const std::string end = "end_header\n";
    std::size_t at = bytes.find(end) + end.size();
    std::istringstream header(bytes.substr(0, at));
    std::size_t vertices = 0, faces = 0;
    std::string element, all_face_properties;
    Ply ply;
    for (std::string line; std::getline(header, line);) {
        std::istringstream words(line);
        std::string keyword, type, name;
        words >> keyword;
        if (keyword == "format") {
            EXPECT_EQ(line, "format binary_little_endian 1.0");
        } else if (keyword == "element") {
            words >> element;
            words >> (element == "vertex" ? vertices : faces);
        } else if (keyword == "property" && element == "vertex") {
            words >> type >> name;
            EXPECT_EQ(type, "double");
            ply.vertex_properties.push_back(name);
        } else if (keyword == "property") {
            all_face_properties += line + ';';
        }
    }
    EXPECT_EQ(all_face_properties, "property list uchar int vertex_indices;property int cloth;");
    for (std::size_t v = 0; v < vertices; ++v) {
        auto& row = ply.vertices.emplace_back();
        for (std::size_t p = 0; p < ply.vertex_properties.size(); ++p) row.push_back(take<double>(bytes, at));
    }
    for (std::size_t f = 0; f < faces; ++f) {
        EXPECT_EQ(take<std::uint8_t>(bytes, at), 3);
        ply.faces.push_back(take<Face>(bytes, at));
        ply.cloths.push_back(take<std::int32_t>(bytes, at));
    }
    EXPECT_EQ(at, bytes.size());
    return ply;
}

Ply ply_of(const FrameData& frame)
{
    const TemporaryDirectory directory;
    make_ply_writer(directory.path(), 25)->write(frame);
    return parse_ply(read_bytes(directory / "frame_0001.ply"));
}

using Names = std::vector<std::string>;

TEST(PlyWriter, HoldsPositionsVelocitiesAndTextureCoordinatesToTheBit)
{
    WavyCloths cloths = two_cloths();
    FrameData frame = cloths.frame(1);
    std::vector<Vec3> positions(frame.positions.begin(), frame.positions.end());
    for (std::size_t i = 0; i < awkward_numbers().size(); ++i) positions[i][i % 3] = awkward_numbers()[i];
    frame.positions = positions;

    const Ply ply = ply_of(frame);
    EXPECT_EQ(ply.vertex_properties, (Names{"x", "y", "z", "vx", "vy", "vz", "s", "t"}));
    ASSERT_EQ(ply.vertices.size(), positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::size_t cloth = i < static_cast<std::size_t>(frame.cloths[0].particle_count) ? 0 : 1;
        const Vec2 uv = frame.cloths[cloth].uvs[i - static_cast<std::size_t>(frame.cloths[cloth].first_particle)];
        for (int k = 0; k < 3; ++k) {
            const auto column = static_cast<std::size_t>(k);
            EXPECT_TRUE(same_bits(ply.vertices[i][column], positions[i][k])) << i;
            EXPECT_TRUE(same_bits(ply.vertices[i][column + 3], frame.velocities[i][k])) << i;
        }
        EXPECT_EQ(Vec2(ply.vertices[i][6], ply.vertices[i][7]), uv) << i;
    }
}

TEST(PlyWriter, FacesOfLaterClothsCountOnAndNameTheirCloth)
{
    WavyCloths cloths = two_cloths();
    const FrameData frame = cloths.frame(1);
    const Ply ply = ply_of(frame);
    const std::size_t first_count = frame.cloths[0].faces.size();
    ASSERT_EQ(ply.faces.size(), first_count + frame.cloths[1].faces.size());
    for (std::size_t f = 0; f < ply.faces.size(); ++f) {
        const std::size_t c = f < first_count ? 0 : 1;
        Face expected = frame.cloths[c].faces[f - c * first_count];
        for (int& corner : expected) corner += frame.cloths[c].first_particle;
        EXPECT_EQ(ply.faces[f], expected);
        EXPECT_EQ(ply.cloths[f], static_cast<int>(c));
    }
}

TEST(PlyWriter, LeavesOutTextureCoordinatesWithASeam)
{
    WavyCloths cloths = two_cloths();
    cloths.add_seam(0);
    EXPECT_EQ(ply_of(cloths.frame(1)).vertex_properties, (Names{"x", "y", "z", "vx", "vy", "vz"}));
}

}  // namespace
}  // namespace tulle
