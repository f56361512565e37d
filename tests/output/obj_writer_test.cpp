#include "output/obj_writer.hpp"

#include "output/output_formats.hpp"
#include "output/test_files.hpp"
#include "output/wavy_cloths.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <sstream>

namespace tulle {
namespace {

struct Corner {
    std::size_t vertex = 0, uv = 0;  // from 1; uv 0 when there is none
};

struct Object {
    std::string name;
    std::vector<std::array<Corner, 3>> faces;
};

struct ObjText {
    std::vector<Object> objects;
    std::vector<double> v, vt;  // coordinates one after the other
};

double exact(const std::string& word)
{
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    EXPECT_TRUE(error == std::errc() && end == word.data() + word.size()) << word;
    return value;
}

ObjText parse_obj(const std::string& text)
{
    ObjText obj;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string keyword, word;
        words >> keyword;
        if (keyword == "o") {
            words >> obj.objects.emplace_back().name;
        } else if (keyword == "f") {
            auto& face = obj.objects.back().faces.emplace_back();
            for (Corner& corner : face) {
                char slash = 0;
                words >> corner.vertex;
                if (words.peek() == '/') words >> slash >> corner.uv;
            }
        } else if (keyword != "#") {
            EXPECT_TRUE(keyword == "v" || keyword == "vt") << line;
            while (words >> word) (keyword == "v" ? obj.v : obj.vt).push_back(exact(word));
        }
    }
    return obj;
}

ObjText obj_of(const FrameData& frame)
{
    const TemporaryDirectory directory;
    make_obj_writer(directory.path(), 25)->write(frame);
    return parse_obj(read_bytes(directory / "frame_0001.obj"));
}

TEST(ObjWriter, HoldsEachClothAsAnObjectWithNumbersThatRunThroughTheFile)
{
    WavyCloths cloths = two_cloths();
    const FrameData frame = cloths.frame(1);
    const ObjText obj = obj_of(frame);
    ASSERT_EQ(obj.objects.size(), 2U);
    EXPECT_EQ(obj.objects[0].name, "curtain");
    EXPECT_EQ(obj.objects[1].name, "table_cloth");
    for (std::size_t c = 0; c < 2; ++c) {
        const ClothView& cloth = frame.cloths[c];
        ASSERT_EQ(obj.objects[c].faces.size(), cloth.faces.size());
        for (std::size_t f = 0; f < cloth.faces.size(); ++f)
            for (std::size_t k = 0; k < 3; ++k) {
                const Corner corner = obj.objects[c].faces[f][k];
                const auto particle = static_cast<std::size_t>(cloth.first_particle + cloth.faces[f][k]);
                ASSERT_EQ(corner.vertex, particle + 1);
                const Vec2 uv = cloth.uvs[static_cast<std::size_t>(cloth.uv_faces[f][k])];
                ASSERT_EQ(Vec2(obj.vt[2 * (corner.uv - 1)], obj.vt[2 * (corner.uv - 1) + 1]), uv);
            }
    }
}

TEST(ObjWriter, CoordinatesReadBackToTheSameBits)
{
    WavyCloths cloths = two_cloths();
    FrameData frame = cloths.frame(1);
    std::vector<Vec3> positions(frame.positions.begin(), frame.positions.end());
    for (std::size_t i = 0; i < awkward_numbers().size(); ++i) positions[i][i % 3] = awkward_numbers()[i];
    frame.positions = positions;
    const ObjText obj = obj_of(frame);
    ASSERT_EQ(obj.v.size(), 3 * positions.size());
    for (std::size_t i = 0; i < obj.v.size(); ++i)
        EXPECT_TRUE(same_bits(obj.v[i], positions[i / 3][static_cast<int>(i % 3)])) << i;
}

TEST(ObjWriter, KeepsSeamsAndClothsWithoutTextureCoordinates)
{
    WavyCloths cloths = two_cloths();
    cloths.remove_uvs(0);
    cloths.add_seam(1);
    const FrameData frame = cloths.frame(1);
    const ObjText obj = obj_of(frame);
    EXPECT_EQ(obj.objects[0].faces[0][0].uv, 0U);
    EXPECT_EQ(obj.vt.size(), 2 * frame.cloths[1].uvs.size());
    const Corner seam = obj.objects[1].faces[0][0];
    EXPECT_EQ(seam.vertex, static_cast<std::size_t>(frame.cloths[0].particle_count) + 1);
    EXPECT_EQ(seam.uv, frame.cloths[1].uvs.size());
}

}  // namespace
}  // namespace tulle
