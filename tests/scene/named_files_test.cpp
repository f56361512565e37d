#include "scene/named_files.hpp"

#include "scene_sample.hpp"

namespace tulle {
namespace {

using NamedFiles = SceneFolder;

TEST_F(NamedFiles, AreSortedAndTheEarlierFolderCounts)
{
    write("near/b.toml", "# Near. And more.\n");
    write("far/b.toml", "# Far.\n");
    write("far/a.toml", "# A sentence\n# over two lines. And more.\n");
    write("far/c.obj", "# No TOML.\n");
    const std::vector<std::filesystem::path> folders{folder / "near", folder / "none", folder / "far"};
    const std::vector<NamedFile> files = named_files(folders);
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0].name, "a");
    EXPECT_EQ(files[0].description, "A sentence over two lines.");
    EXPECT_EQ(files[1].file, folder / "near/b.toml");
    EXPECT_EQ(files[1].description, "Near.");
    EXPECT_EQ(name_advice("A", files, "none is near"), "did you mean a?");
    EXPECT_EQ(name_advice("zebra", files, "none is near"), "none is near");
}

TEST(DataFolders, BeginHereAndEndInTheSourceTree)
{
    const std::vector<std::filesystem::path> folders = data_folders("scenes");
    EXPECT_EQ(folders.front(), "scenes");
    EXPECT_EQ(folders.back(), std::filesystem::path(TULLE_SOURCE_DIR) / "scenes");
}

}  // namespace
}  // namespace tulle
