#include "output/frame_files.hpp"

#include "output/test_files.hpp"
#include "output/wavy_cloths.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

std::vector<std::string> names_for(const std::vector<std::string>& cloth_names)
{
    std::vector<ClothView> cloths(cloth_names.size());
    for (std::size_t c = 0; c < cloths.size(); ++c) cloths[c].name = cloth_names[c];
    return file_names(cloths);
}

using Names = std::vector<std::string>;

TEST(FrameFiles, NumbersHaveAtLeastFourDigits)
{
    EXPECT_EQ(frame_file_name(0, ".obj"), "frame_0000.obj");
    EXPECT_EQ(frame_file_name(9999, ".vtp"), "frame_9999.vtp");
    EXPECT_EQ(frame_file_name(123456, ".ply"), "frame_123456.ply");
}

TEST(FrameFiles, PlainNamesStayAsTheyAre)
{
    EXPECT_EQ(names_for({"curtain", "shirt-2.left_arm", "Tuch für Gäste"}),
              (Names{"curtain", "shirt-2.left_arm", "Tuch_für_Gäste"}));
}

TEST(FrameFiles, NamesCannotLeaveTheDirectoryOrHide)
{
    EXPECT_EQ(names_for({"../../etc/passwd", ".hidden", "-rf", "", "a\nb", "C:\\x"}),
              (Names{"_._.._etc_passwd", "_hidden", "_rf", "cloth", "a_b", "C__x"}));
}

TEST(FrameFiles, NamesDifferEvenWhereCaseDoesNotCount)
{
    EXPECT_EQ(names_for({"flag", "flag", "Flag", "flag_2", "flag"}),
              (Names{"flag", "flag_2", "Flag_3", "flag_2_2", "flag_4"}));
}

TEST(FrameFiles, NoClothIsCalledAsAFrameIs) { EXPECT_EQ(names_for({"frame_0001"}), Names{"cloth_frame_0001"}); }

TEST(FrameFiles, LongNamesAreCutBetweenLetters)
{
    const std::string umlaut = "ü";  // two bytes
    std::string name = "x";
    for (int i = 0; i < 200; ++i) name += umlaut;
    EXPECT_EQ(names_for({name})[0], name.substr(0, 99));
}

TEST(FrameFiles, RemovesLaterFramesAndNothingElse)
{
    const TemporaryDirectory directory;
    Contents kept;
    for (const char* name : {"frame_0000.obj", "frame_0001.obj", "frame_0002.ply", "frame_2.obj", "frame_0002.obj.bak",
                             "frame_000x.obj", "frame_-0002.obj", "curtain.obj", ".frame_0003.ply.part", ".x.part"})
        kept[name] = name;
    set_contents(directory.path(), kept);
    for (const char* name : {"frame_0002.obj", "frame_10000.obj", ".frame_0001.obj.part", ".frame_0002.obj.part"})
        write_bytes(directory / name, name);
    remove_frames(directory.path(), ".obj", 2);
    EXPECT_EQ(contents_of(directory.path()), kept);
}

TEST(FrameFiles, TextureCoordinatesAreStoredPerParticleOnlyWithoutSeams)
{
    WavyCloths cloths = two_cloths();
    EXPECT_TRUE(have_uv_per_particle(cloths.frame(0).cloths));
    cloths.add_seam(1);
    EXPECT_TRUE(has_uv_per_particle(cloths.frame(0).cloths[0]));
    EXPECT_FALSE(has_uv_per_particle(cloths.frame(0).cloths[1]));
    EXPECT_FALSE(have_uv_per_particle(cloths.frame(0).cloths));
    cloths.remove_uvs(0);
    EXPECT_FALSE(has_uv_per_particle(cloths.frame(0).cloths[0]));
}

}  // namespace
}  // namespace tulle
