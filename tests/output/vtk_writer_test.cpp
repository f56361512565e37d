#include "output/vtk_writer.hpp"

#include "output/output_formats.hpp"
#include "output/test_files.hpp"
#include "output/wavy_cloths.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace tulle {
namespace {

// The text from the first `before` to the next `after`.
std::string between(const std::string& text, const std::string& before, const std::string& after)
{
    const std::size_t found = text.find(before);
    if (found == std::string::npos) throw std::runtime_error("no " + before);
    const std::size_t begin = found + before.size();
    return text.substr(begin, text.find(after, begin) - begin);
}

std::string decoded(const std::string& base64)
{
    const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : base64) {
        if (c == '=') break;
        bits = bits << 6U | static_cast<std::uint32_t>(alphabet.find(c));
        count += 6;
        if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8));
    }
    return bytes;
}

// The values of an array in a .vtp file, found by its name.
template <class Value>
std::vector<Value> array(const std::string& file, const std::string& name, const std::string& type, int components)
{
    const std::string bytes =
        decoded(between(file,
                        "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
                            std::to_string(components) + "\" format=\"binary\">",
                        "</DataArray>"));
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof size);
    EXPECT_EQ(bytes.size(), sizeof size + size) << name;
    std::vector<Value> values(size / sizeof(Value));
    std::memcpy(values.data(), bytes.data() + sizeof size, size);
    return values;
}

std::string vtk_of(const FrameData& frame)
{
    const TemporaryDirectory directory;
    make_vtk_writer(directory.path(), 25)->write(frame);
    return read_bytes(directory / "frame_0000.vtp");
}

std::vector<double> flat(std::span<const Vec3> vectors)
{
    std::vector<double> values;
    for (const Vec3& v : vectors) values.insert(values.end(), {v.x(), v.y(), v.z()});
    return values;
}

TEST(VtkFile, HoldsAFieldBesidesWhatAFrameHas)
{
    WavyCloths cloths = two_cloths();
    const FrameData frame = cloths.frame(0);
    std::vector<double> shares;
    for (std::size_t i = 0; i < frame.positions.size(); ++i) shares.push_back(1.0 / static_cast<double>(i + 3));
    const TemporaryDirectory directory;
    write_vtk_file(directory / "cloth.vtp", frame, {"share", shares});
    const std::string file = read_bytes(directory / "cloth.vtp");
    EXPECT_NE(file.find(" Scalars=\"share\">"), std::string::npos);
    EXPECT_EQ(array<double>(file, "share", "Float64", 1), shares);
    EXPECT_EQ(array<double>(file, "points", "Float64", 3), flat(frame.positions));
}

TEST(VtkWriter, HoldsPointsVelocitiesAndTextureCoordinatesToTheBit)
{
    WavyCloths cloths = two_cloths();
    FrameData frame = cloths.frame(0);
    std::vector<Vec3> positions(frame.positions.begin(), frame.positions.end());
    for (std::size_t i = 0; i < awkward_numbers().size(); ++i) positions[i][i % 3] = awkward_numbers()[i];
    frame.positions = positions;
    frame.time = 0.1 + 0.2;

    const std::string file = vtk_of(frame);
    EXPECT_EQ(between(file, "NumberOfPoints=\"", "\""), std::to_string(positions.size()));
    EXPECT_EQ(between(file, "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">", "<"), "0.30000000000000004");
    const auto points = array<double>(file, "points", "Float64", 3);
    EXPECT_EQ(points, flat(positions));
    EXPECT_TRUE(same_bits(points[3 * 2 + 2], -0.0));
    EXPECT_EQ(array<double>(file, "velocity", "Float64", 3), flat(frame.velocities));
    std::vector<double> uvs;
    for (const ClothView& cloth : frame.cloths)
        for (const Vec2& uv : cloth.uvs) uvs.insert(uvs.end(), {uv.x(), uv.y()});
    EXPECT_EQ(array<double>(file, "uv", "Float64", 2), uvs);
}

TEST(VtkWriter, PolygonsOfLaterClothsCountOnAndNameTheirCloth)
{
    WavyCloths cloths = two_cloths();
    const FrameData frame = cloths.frame(0);
    std::vector<std::int64_t> corners, ends;
    std::vector<std::int32_t> owners;
    for (std::size_t c = 0; c < 2; ++c)
        for (const Face& face : frame.cloths[c].faces) {
            for (const int corner : face) corners.push_back(frame.cloths[c].first_particle + corner);
            ends.push_back(static_cast<std::int64_t>(corners.size()));
            owners.push_back(static_cast<std::int32_t>(c));
        }
    const std::string file = vtk_of(frame);
    EXPECT_EQ(between(file, "NumberOfPolys=\"", "\""), std::to_string(ends.size()));
    EXPECT_EQ(array<std::int64_t>(file, "connectivity", "Int64", 1), corners);
    EXPECT_EQ(array<std::int64_t>(file, "offsets", "Int64", 1), ends);
    EXPECT_EQ(array<std::int32_t>(file, "cloth", "Int32", 1), owners);
}

TEST(VtkWriter, LeavesOutTextureCoordinatesWithASeam)
{
    WavyCloths cloths = two_cloths();
    cloths.add_seam(1);
    EXPECT_EQ(vtk_of(cloths.frame(0)).find("\"uv\""), std::string::npos);
}

TEST(VtkWriter, TheCollectionListsFramesWithTheirTimes)
{
    const TemporaryDirectory directory;
    WavyCloths cloths = two_cloths();
    const auto writer = make_vtk_writer(directory.path(), 25);
    for (int frame = 0; frame < 2; ++frame) writer->write(cloths.frame(frame));
    EXPECT_EQ(read_bytes(directory / "frames.pvd"),
              "<?xml version=\"1.0\"?>\n"
              "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
              "  <Collection>\n"
              "    <DataSet timestep=\"0\" part=\"0\" file=\"frame_0000.vtp\"/>\n"
              "    <DataSet timestep=\"0.04\" part=\"0\" file=\"frame_0001.vtp\"/>\n"
              "  </Collection>\n"
              "</VTKFile>\n");
}

// The collection of a long run of small frames is larger than a frame, so the disk may fill up between the two.
TEST(VtkWriter, AFrameThatCannotBeListedIsTakenBack)
{
    const TemporaryDirectory directory;
    WavyCloths cloths;
    cloths.add("flag", 2, 2);
    const auto writer = make_vtk_writer(directory.path(), 25);
    int frame = 0;
    std::uintmax_t frame_size = 0, list_size = 0;
    while (list_size <= frame_size + 100) {
        writer->write(cloths.frame(frame++));
        frame_size = std::filesystem::file_size(directory / "frame_0000.vtp");
        list_size = std::filesystem::file_size(directory / "frames.pvd");
    }
    const Contents before = contents_of(directory.path());
    {
        const FileSizeLimit limit(list_size);
        EXPECT_THROW(writer->write(cloths.frame(frame)), OutputError);
    }
    EXPECT_EQ(contents_of(directory.path()), before);
}

TEST(VtkWriter, RefusesToGoOnWithAListThatIsTooShort)
{
    const TemporaryDirectory directory;
    WavyCloths cloths = two_cloths();
    make_vtk_writer(directory.path(), 25)->write(cloths.frame(0));
    EXPECT_THROW(make_vtk_writer(directory.path(), 25)->resume_after(2), OutputError);
    EXPECT_TRUE(std::filesystem::exists(directory / "frame_0000.vtp"));
}

}  // namespace
}  // namespace tulle
