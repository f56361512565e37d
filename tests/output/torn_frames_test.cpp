// Frames of cloth that has torn, in the formats that have a file per frame.

#include "output/frame_files.hpp"
#include "output/test_files.hpp"
#include "output/wavy_cloths.hpp"

#include <tulle/frame_writer.hpp>

#include <algorithm>

namespace tulle {
namespace {

constexpr std::size_t whole_count = 2 * (4 * 3 + 2 * 2);  // faces of two_cloths

WavyCloths torn_cloths()
{
    WavyCloths cloths = two_cloths();
    cloths.tear(0, 3, 1);
    cloths.tear(1, 0, 1);
    cloths.tear(1, 1, 1);  // with that the first corner of the second cloth has no face
    return cloths;
}

std::size_t count_of(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(TornFrames, FilesHaveTheFacesThatStandAndAllParticles)
{
    const TemporaryDirectory directory;
    WavyCloths cloths = torn_cloths();
    for (const char* format : {"obj", "ply", "vtk"}) {
        const auto writer = make_frame_writer(format, directory.path(), WavyCloths::fps);
        for (int frame = 0; frame < 2; ++frame) writer->write(cloths.frame(frame));
    }
    for (const std::size_t torn : {std::size_t{0}, std::size_t{3}}) {
        const std::string frame = torn == 0 ? "frame_0000" : "frame_0001";
        const std::string faces = std::to_string(whole_count - torn);
        const std::string obj = read_bytes(directory / (frame + ".obj"));
        EXPECT_EQ(count_of(obj, "\nf "), whole_count - torn);
        EXPECT_EQ(count_of(obj, "\nv "), 29U);
        const std::string ply = read_bytes(directory / (frame + ".ply"));
        EXPECT_NE(ply.find("element face " + faces + "\n"), std::string::npos);
        EXPECT_NE(ply.find("element vertex 29\n"), std::string::npos);
        const std::string vtk = read_bytes(directory / (frame + ".vtp"));
        EXPECT_NE(vtk.find("NumberOfPolys=\"" + faces + "\""), std::string::npos);
        EXPECT_NE(vtk.find("NumberOfPoints=\"29\""), std::string::npos);
    }
}

TEST(TornFrames, AParticleWithoutFacesIsNotSeen)
{
    WavyCloths cloths = torn_cloths();
    const std::vector<unsigned char> before = seen_particles(cloths.frame(0));
    EXPECT_EQ(std::count(before.begin(), before.end(), 1), 29);
    const std::vector<unsigned char> after = seen_particles(cloths.frame(1));
    EXPECT_EQ(after[20], 0);
    EXPECT_EQ(std::count(after.begin(), after.end(), 0), 1);
    WavyCloths untorn = two_cloths();
    EXPECT_TRUE(seen_particles(untorn.frame(0)).empty());
}

}  // namespace
}  // namespace tulle
